"""The signs of currencies, as tills print them, and which currencies share a sign.

An entry reads: sign, the currency meant when nothing else is known (`-` for none), the others that print it. A `~`
in a sign is a space.
"""

from __future__ import annotations

# Families of currencies that share a sign.
_FAMILIES = {
    "dollars": (
        "USD CAD AUD NZD HKD SGD TWD MXN ARS CLP COP BND FJD JMD BBD BSD BZD TTD XCD NAD LRD SRD GYD KYD "
        "BMD UYU DOP NIO"
    ),
    "crowns": "SEK NOK DKK ISK",
    "rupees": "INR PKR LKR NPR MUR SCR",
    "rials": "IRR OMR YER QAR SAR",
    "pesos": "ARS CLP COP CUP DOP MXN PHP UYU",
    "francs": "CHF XOF XAF XPF RWF BIF GNF DJF KMF CDF FRF BEF LUF",
}

_SIGNS = """
€ EUR ; £ GBP EGP LBP SYP GIP FKP SHP SSP ; ₤ - GBP ITL TRL ; $ - @dollars ; US$ USD ; U$S USD ; C$ CAD NIO ; CA$ CAD
CDN$ CAD ; A$ AUD ; AU$ AUD ; NZ$ NZD ; HK$ HKD ; S$ SGD ; SG$ SGD ; NT$ TWD ; MX$ MXN ; R$ BRL ; J$ JMD
TT$ TTD ; Mex$ MXN ; U$ USD ; WS$ WST ; G$ GYD ; L$ LRD ; SR$ SRD ; Bds$ BBD
B$ - BND BSD ; BZ$ BZD ; RD$ DOP ; AR$ ARS ; CLP$ CLP ; COL$ COP ; $U UYU ; FJ$ FJD ; N$ NAD ; EC$ XCD
MOP$ MOP ; T$ TOP ; ¥ JPY CNY ; CN¥ CNY ; JP¥ JPY ; RMB CNY ; 円 JPY ; 日元 JPY ; 元 CNY TWD HKD ; 圆 CNY ; 块 CNY
人民币 CNY ; 港元 HKD ; 美元 USD ; 欧元 EUR ; 新台幣 TWD ; ₩ KRW KPW ; 원 KRW ; ₹ INR ; Rs - @rupees ; Rs. - @rupees
₨ - @rupees ; रु - @rupees ; रु. - @rupees ; ৳ BDT ; Tk BDT ; Tk. BDT ; Rp IDR ; Rp. IDR ; RM MYR ; ₫ VND ; đ VND
Đ VND ; VNĐ VND ; vnđ VND ; ฿ THB ; บาท THB ; ₱ PHP ; ៛ KHR ; ₭ LAK ; ₮ MNT ; K - PGK MMK ZMW ; kr - @crowns
kr. - @crowns ; Kr - @crowns ; Kr. - @crowns ; KR - @crowns ; Kč CZK ; kč CZK ; Kcs CZK ; Kc CZK ; zł PLN
zł. PLN ; ZŁ PLN ; Ft HUF ; Ft. HUF ; lei RON MDL ; leu RON MDL ; Lei RON MDL ; LEI RON MDL ; лв BGN ; лв. BGN
kn HRK ; KM BAM ; din RSD DZD ; din. RSD DZD ; дин RSD MKD ; дин. RSD MKD ; Lek ALL ; ₽ RUB ; руб RUB BYN
руб. RUB BYN ; р. RUB BYN ; ₴ UAH ; грн UAH ; грн. UAH ; ₸ KZT ; ₺ TRY ; TL TRY ; ₼ AZN ; ₾ GEL ; ֏ AMD ; ₪ ILS
₦ NGN ; ₵ GHS ; GH₵ GHS ; KSh KES ; Ksh KES ; TSh TZS ; USh UGX ; R ZAR ; ₡ CRC ; ₲ PYG ; S/ PEN ; S/. PEN
Bs - BOB VES ; Bs. - BOB VES ; B/. PAB ; Fr CHF @francs ; Fr. CHF @francs ; SFr CHF ; SFr. CHF ; Sfr. CHF
FCFA - XOF XAF ; ₣ - @francs ; \ufdfc - @rials ; \u0631\u06cc\u0627\u0644 - @rials
\u0631\u064a\u0627\u0644 - @rials ; \u062a\u0648\u0645\u0627\u0646 - ; \u0631.\u0633 SAR ; \u0631.\u0633. SAR
\u062f.\u0625 AED ; \u062f.\u0625. AED ; \u062f\u0631\u0647\u0645 - AED MAD ; Dhs - AED MAD ; Dh - AED MAD
\u062f.\u0643 KWD ; \u062f.\u0643. KWD ; KD KWD ; \u062f.\u0628 BHD ; \u062f.\u0628. BHD ; BD BHD
\u0631.\u0639 OMR ; \u0631.\u0639. OMR ; RO OMR ; \u062f.\u062a TND ; DT TND ; JD JOD ; \u062c.\u0645 EGP
\u062c.\u0645. EGP ; \u062c\u0646\u064a\u0647 EGP ; LE EGP ; Eur EUR ; Euro EUR ; euro EUR ; EURO EUR ; euros EUR
Euros EUR ; dollars - @dollars ; dollar - @dollars ; yen JPY ; ₿ - ; sFr. CHF ; sFr CHF ; Franken CHF @francs
francs - @francs ; DM DEM ; \u20c1 SAR ; \u20c0 KGS ; \u060b AFN ; \u09f2 - INR BDT ; \u0af1 INR ; \u0bf9 - INR LKR
\u20a7 ESP ; Php PHP ; PhP PHP ; Gs. PYG ; Gs PYG ; CFA - XOF XAF ; F~CFA - XOF XAF ; Nu. BTN ; Rf. MVR ; won KRW KPW
NIS ILS ; \u05e9\u05f4\u05d7 ILS ; đồng VND ; Đồng VND
baht THB ; rupiah IDR ; ringgit MYR ; rupees - @rupees ; pesos - @pesos ; peso - @pesos ; reais BRL ; forint HUF
$US USD ; $~US USD ; $CA CAD ; $~CA CAD ; $AU AUD ; $~AU AUD ; $NZ NZD ; \u0449.\u0434. USD ; \u1265\u122d ETB
\u062f.\u0639 IQD ; \u062f.\u0639. IQD ; \u0631.\u064a YER ; \u0631.\u064a. YER ; \u062f.\u0645 MAD ; \u062f.\u0645. MAD
\u0644.\u0633 SYP ; \u0644.\u0633. SYP ; \u0644.\u0644 LBP ; \u0644.\u0644. LBP ; \u062f.\u062c DZD ; \u062f.\u062c. DZD
\u062f.\u0644 LYD ; \u062f.\u0644. LYD ; \u062f.\u062a. TND ; \u062c.\u0633 SDG ; \u062c.\u0633. SDG ; \u0623.\u0645 MRU
\u0623.\u0645. MRU ; \u0631.\u0642 QAR ; \u0631.\u0642. QAR ; \u062f.\u0623 JOD ; \u062f.\u0623. JOD
\u0dbb\u0dd4. LKR ; \u0dbb\u0dd4 LKR ; kronor SEK ; kroner - DKK NOK ; yuan CNY ; lira TRY ; liras TRY ; shekels ILS
"""


# Letters that are a sign only on a page known to be in that currency: elsewhere they are words or misread digits.
_LETTERS = """
Q GTQ ; L HNL LSL ; SR SAR SCR ; QR QAR ; Br ETB BYN ; Kz AOA ; Ar MGA ; Vt VUV ; VT VUV ; Le SLE SLL ; Rf MVR
G HTG ; D GMD ; P BWP ; E SZL ; B THB PAB ; T KZT BDT ; S SOS ; F XOF XAF BIF DJF GNF RWF KMF CDF ; FC CDF
FG GNF ; FBu BIF ; Fdj DJF ; RF RWF ; DA DZD ; MK MWK ; Nfk ERN ; Bs.S VES ; Cg. XCG
"""

# Hundredths of a currency, printed after (or, for the cent sign, before) the number.
_SUBUNITS = """
p GBP ; pence GBP ; ¢ USD @dollars ; ct EUR ; ct. EUR ; Ct EUR ; cent - EUR @dollars ; Cent EUR
cents - EUR @dollars ; c - EUR ZAR @dollars ; öre SEK ; øre - DKK NOK ; Rp. CHF ; коп. RUB ; коп RUB ; paise INR
sen MYR IDR ; gr PLN ; bani RON MDL ; hal\u00e9\u0159\u016f CZK ; centimes - EUR CHF ; c\u00e9ntimos - EUR PEN CRC VES
centavos - @dollars PHP BRL ; kuru\u015f TRY ; Rappen CHF ; kop. RUB UAH BYN
"""

_COMMA_DECIMAL = """
ARS BAM BGN BRL CLP COP CRC CZK DKK HRK HUF IDR ISK KZT NOK PLN PYG RON RSD RUB SEK TRY UAH UYU VND
"""
_POINT_DECIMAL = """
AED AUD BDT CNY EGP GBP GHS HKD ILS INR JPY KES KRW LKR MUR MXN MYR NGN NPR NZD PHP PKR SCR SGD THB TWD TZS UGX USD
"""


def _table(text: str) -> dict[str, tuple[tuple[str, ...], str]]:
    """Return sign: (all currencies that print it, the usual one or an empty text)."""
    found = {}
    for entry in text.replace("\n", " ; ").split(" ; "):
        if not entry.strip():
            continue
        sign, usual, *others = entry.split()
        sign = sign.replace("~", " ")
        names = " ".join(_FAMILIES.get(name.removeprefix("@"), name) for name in others).split()
        known = "" if usual == "-" else usual
        found[sign] = (tuple(dict.fromkeys((*([known] if known else ()), *names))), known)
    return found


SIGNS = _table(_SIGNS)
LETTERS = _table(_LETTERS)
SUBUNITS = _table(_SUBUNITS)
# Where every country that uses a currency writes decimals with one mark.
COMMA_DECIMAL = frozenset(_COMMA_DECIMAL.split())
POINT_DECIMAL = frozenset(_POINT_DECIMAL.split())
