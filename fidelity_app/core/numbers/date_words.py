"""Words of dates and times in many languages, from CLDR; written by scripts/date_words.py, not by hand."""

from __future__ import annotations

MONTH_WORDS = (
    """
am faoilleach; de gen; de gener; dhen fhaoilleach; ean; eanair; ene; enero; faoi; gen; gener; gennaio; genver; ian;
ianuarie; ion; ionawr; jaan; jaanuar; jan; janar; janeiro; jannar; janner; januar; januara; januari; januarie;
january; janv; janvaris; janvier; led; leden; ledna; oca; ocak; saus; sausio; sausis; sij; sijecanj; sijecnja; sty;
styczen; stycznia; tammi; tammikuu; tammikuuta; thang 1; thg 1; urt; urtarrila; urtarrilaren; urtren; xan; xaneiro;
yan; yanvar; ιαν; ιανουαριοσ; ιανουαριου; сту; студзень; студзеня; січ; січень; січня; янв; январ; январь; января;
яну; януари; јан; јануар; јануари; қаң; қаңтар; հնվ; հունվար; հունվարի; בינואר; בינו׳; ינואר; ינו׳; جانفي; جنوری;
كانون الثاني; يناير; ژانویه; जनवरी; जन॰; जाने; जानेवारी; জানু; জানুয়ারি; ਜਨ; ਜਨਵਰੀ; જાન્યુ; જાન્યુઆરી; ஜன; ஜனவரி;
జన; జనవరి; ಜನ; ಜನವರಿ; ജനു; ജനുവരി; දුරුතු; มกราคม; มค; ມກ; ມັງກອນ; ဇန်; ဇန်နဝါရီ; იან; იანვარი; មករា; 一月
""",
    """
an gearran; c hwe; c hwevrer; chw; chwef; chwefror; de febr; de febrer; dhen ghearran; feabh; feabhra; feb;
febbraio; febr; febreiro; febrer; febrero; februar; februara; februari; februarie; februaris; february; fev;
fevereiro; fevr; fevral; fevrier; fra; frar; gearr; helmi; helmikuu; helmikuuta; lut; lutego; luty; ots; otsaila;
otsailaren; otsren; peb; pebrero; shk; shkurt; sub; subat; thang 2; thg 2; uno; unor; unora; vas; vasario; vasaris;
veebr; veebruar; velj; veljaca; veljace; φεβ; φεβρουαριοσ; φεβρουαριου; ақп; ақпан; лют; лютага; лютии; лютого;
люты; феб; фебруар; фев; февр; феврал; февраль; февраля; февруари; փետրվար; փետրվարի; փտվ; בפברואר; בפבר׳; פברואר;
פבר׳; شباط; فبراير; فروری; فوریه; فيفري; फ़रवरी; फ़र॰; फेब्रु; फेब्रुअरी; फेब्रुवारी; ফেব; ফেব্রুয়ারি; ਫ਼ਰ;
ਫ਼ਰਵਰੀ; ફેબ્રુ; ફેબ્રુઆરી; பிப்; பிப்ரவரி; ఫిబ్ర; ఫిబ్రవరి; ಫೆಬ್ರ; ಫೆಬ್ರವರಿ; ഫെബ്രു; ഫെബ്രുവരി; නවම්; กพ;
กุมภาพันธ์; ກພ; ກຸມພາ; ဖေ; ဖေဖော်ဝါရီ; თებ; თებერვალი; កុម្ភៈ; 二月
""",
    """
am mart; bre; brezen; brezna; de marc; dhen mhart; kov; kovas; kovo; maalis; maaliskuu; maaliskuuta; maart; mac;
machi; mae; maerz; mar; marc; marca; march; marcius; marco; marec; maret; marren; mars; marso; mart; marta; martie;
marts; martxoa; martxoaren; marz; marzec; marzo; marzu; maw; mawrth; meur; meurzh; mrt; ozu; ozujak; ozujka;
thang 3; thg 3; μαρ; μαρτιοσ; μαρτιου; бер; березень; березня; мар; март; марта; нау; наурыз; сак; сакавік;
сакавіка; մարտ; մարտի; մրտ; במרץ; מרץ; آذار; مارس; مارچ; मार्च; মার্চ; ਮਾਰਚ; માર્ચ; மார்; மார்ச்; మార్చి; ಮಾರ್ಚ್;
മാർ; മാർച്ച്; මැදින්; มีค; มีนาคม; ມນ; ມີນາ; မတ်; მარ; მარტი; មីនា; 三月
""",
    """
abr; abrell; abril; aib; aibrean; an giblean; api; apiren; apirila; apirilaren; apr; aprel; april; aprila; aprile;
aprili; aprilie; aprilis; aprill; avr; avril; bal; balandis; balandzio; d abr; d abril; dhen ghiblean; dub; duben;
dubna; ebr; ebrel; ebrill; gibl; huhti; huhtikuu; huhtikuuta; kwi; kwiecien; kwietnia; nis; nisan; pri; prill;
thang 4; thg 4; tra; travanj; travnja; απρ; απριλιοσ; απριλιου; апр; апрел; апрель; апреля; април; квіт; квітень;
квітня; кра; красавік; красавіка; сәу; сәуір; ապր; ապրիլ; ապրիլի; אפריל; אפר׳; באפריל; באפר׳; آوریل; أبريل;
أفريل; اپریل; نيسان; अप्रिल; अप्रैल; एप्रि; एप्रिल; এপ্রি; এপ্রিল; ਅਪ੍ਰੈ; ਅਪ੍ਰੈਲ; એપ્રિલ; ஏப்; ஏப்ரல்; ఏప్రి;
ఏప్రిల్; ಏಪ್ರಿ; ಏಪ್ರಿಲ್; ഏപ്രി; ഏപ്രിൽ; බක්; เมย; เมษายน; ມສ; ເມສາ; ဧ; ဧပြီ; აპრ; აპრილი; មេសា; 四月
""",
    """
an ceitean; beal; bealtaine; ceit; de maig; dhen cheitean; geg; geguze; geguzes; kve; kveten; kvetna; mae; mag;
maggio; mai; maiatza; maiatzaren; maig; maijs; maio; mairen; maj; maja; majus; may; mayo; mayıs; mee; mei; mej;
mejju; svi; svibanj; svibnja; thang 5; thg 5; touko; toukokuu; toukokuuta; μαι; μαιοσ; μαιου; маи; мам; мамыр; мая;
мај; трав; травень; травня; մայիս; մայիսի; մյս; במאי; מאי; أيار; ماي; مايو; مه; مئی; मई; मे; মে; ਮਈ; મે; மே; మే;
ಮೇ; മേയ്; වෙසක්; พค; พฤษภาคม; ພພ; ພຶດສະພາ; မေ; მაი; მაისი; ឧសភា; 五月
""",
    """
an t ogmhios; birz; birzelio; birzelis; cerven; cervna; cvn; cze; czerwca; czerwiec; de juny; dhen ogmhios; eka;
ekaina; ekainaren; ekaren; giu; giugno; gun; gunju; haz; haziran; hun; hunyo; iun; iunie; iyn; iyun; juin; jun;
juna; june; junho; juni; junie; junij; junijs; junio; junius; juny; juuni; kesa; kesakuu; kesakuuta; lip; lipanj;
lipnja; meh; mehefin; meith; meitheamh; mezh; mezheven; ogmh; qer; qershor; thang 6; thg 6; xuno; ιουν; ιουνιοσ;
ιουνιου; июн; июнь; июня; мау; маусым; черв; червень; червня; чэр; чэрвень; чэрвеня; юни; јун; јуни; հնս; հունիս;
հունիսի; ביוני; יוני; جوان; جون; حزيران; يونيو; ژوئن; जुन; जून; জুন; ਜੂਨ; જૂન; ஜூன்; జూన్; ಜೂನ್; ജൂൺ; පොසොන්;
มิถุนายน; มิย; ມິຖ; ມິຖຸນາ; ဇွန်; ივნ; ივნისი; មិថុនា; 六月
""",
    """
an t iuchar; cervence; cervenec; cvc; de jul; de juliol; dhen iuchar; gor; gorff; gorffennaf; goue; gouere; heina;
heinakuu; heinakuuta; hul; hulyo; iuch; iuil; iul; iulie; iyl; iyul; juil; juillet; jul; jula; julai; julho; juli;
julie; julij; julijs; julio; juliol; julius; july; juuli; korr; korrik; liep; liepa; liepos; lip; lipca; lipiec;
lug; luglio; lul; lulju; srp; srpanj; srpnja; tem; temmuz; thang 7; thg 7; uzt; uztaila; uztailaren; uztren; xul;
xullo; ιουλ; ιουλιοσ; ιουλιου; июл; июль; июля; лип; липень; липня; ліп; ліпень; ліпеня; шіл; шілде; юли; јул;
јули; հլս; հուլիս; հուլիսի; ביולי; יולי; تموز; جولائی; جويلية; يوليو; يوليوز; ژوئیه; जुलाई; जुलै; जुल॰; জুল;
জুলাই; ਜੁਲਾ; ਜੁਲਾਈ; જુલાઈ; ஜூலை; జులై; ಜುಲೈ; ജൂലൈ; ඇසළ; กค; กรกฎาคม; ກລ; ກໍລະກົດ; ဇူ; ဇူလိုင်; ივლ; ივლისი;
កក្កដា; 七月
""",
    """
abu; aburen; abuztua; abuztuaren; ag; ago; agost; agosti; agosto; agu; agust; agustos; agustus; an lunastal; aout;
aug; august; augusta; augusti; augusts; augustus; augusztus; avg; avgust; avq; avqust; awst; aww; awwissu; d ag;
d agost; dhen lunastal; elo; elokuu; elokuuta; eost; gush; gusht; kol; kolovoz; kolovoza; lun; luna; lunasa; ogo;
ogos; rugp; rugpjucio; rugpjutis; sie; sierpien; sierpnia; srp; srpen; srpna; thang 8; thg 8; αυγ; αυγουστοσ;
αυγουστου; авг; август; августа; жні; жнівень; жніуня; серп; серпень; серпня; там; тамыз; օգոստոս; օգոստոսի; օգս;
אוגוסט; אוג׳; באוגוסט; באוג׳; اوت; آب; أغسطس; أوت; اگست; غشت; अगस्ट; अगस्त; अग॰; ऑग; ऑगस्ट; আগ; আগস্ট; ਅਗ; ਅਗਸਤ;
ઑગસ્ટ; ஆக; ஆகஸ்ட்; ఆగ; ఆగస్టు; ಆಗ; ಆಗಸ್ಟ್; ഓഗ; ഓഗസ്റ്റ്; නිකිණි; สค; สิงหาคม; ສຫ; ສິງຫາ; ဩ; ဩဂုတ်; აგვ; აგვისტო;
សីហា; 八月
""",
    """
an t sultain; de set; de setembre; dhen t sultain; eyl; eylul; gwen; gwengolo; ira; iraila; irailaren; iraren;
mean fomhair; medi; mfomh; rugs; rugsejis; rugsejo; ruj; rujan; rujna; sen; sentabr; sentyabr; sep; sept; septemba;
septembar; september; septembra; septembre; septembrie; septembris; septiembre; set; setembre; setembro; settembre;
settembru; setyembre; sht; shtator; sult; syys; syyskuu; syyskuuta; szept; szeptember; thang 9; thg 9; wrz;
wrzesien; wrzesnia; zar; zari; σεπ; σεπτεμβριοσ; σεπτεμβριου; вер; верасень; верасня; вересень; вересня; сен; сент;
сентябр; сентябрь; сентября; сеп; септембар; септември; қыр; қыркүиек; սեպ; սեպտեմբեր; սեպտեմբերի; בספטמבר; בספט׳;
ספטמבר; ספט׳; أيلول; سبتمبر; ستمبر; سپتامبر; شتنبر; सप्टें; सप्टेंबर; सितंबर; सित॰; सेप्टेम्बर; সেপ; সেপ্ট;
সেপ্টেম্বর; ਸਤੰ; ਸਤੰਬਰ; સપ્ટે; સપ્ટેમ્બર; செப்; செப்டம்பர்; సెప్టెం; సెప్టెంబర్; ಸೆಪ್ಟೆಂ; ಸೆಪ್ಟೆಂಬರ್; സെപ്റ്റം;
സെപ്റ്റംബർ; බිනර; กย; กันยายน; ກຍ; ກັນຍາ; စက်; စက်တင်ဘာ; სექ; სექტემბერი; កញ្ញា; 九月
""",
    """
an damhair; d oct; d octubre; damh; deireadh fomhair; dfomh; dhen damhair; eki; ekim; here; hyd; hydref; lis;
listopad; listopada; loka; lokakuu; lokakuuta; oct; october; octobre; octombrie; octubre; okt; oktabr; oktoba;
oktobar; oktober; oktobra; oktobris; oktoober; oktubre; oktyabr; ott; ottobre; ottubru; out; outubro; paz;
pazdziernik; pazdziernika; rij; rijen; rijna; spal; spalio; spalis; tet; tetor; thang 10; thg 10; urr; urria;
urriaren; urrren; οκτ; οκτωβριοσ; οκτωβριου; жовт; жовтень; жовтня; кас; кастрычнік; кастрычніка; окт; октобар;
октомври; октябр; октябрь; октября; қаз; қазан; հոկ; հոկտեմբեր; հոկտեմբերի; אוקטובר; אוק׳; באוקטובר; באוק׳;
أكتوبر; اکتبر; اکتوبر; تشرين الأول; अक्टूबर; अक्टू॰; अक्टोबर; ऑक्टो; ऑक्टोबर; অক্টো; অক্টোবর; ਅਕਤੂ; ਅਕਤੂਬਰ;
ઑક્ટો; ઑક્ટોબર; அக்; அக்டோபர்; అక్టో; అక్టోబర్; ಅಕ್ಟೋ; ಅಕ್ಟೋಬರ್; ഒക്ടോ; ഒക്ടോബർ; වප්; ตค; ตุลาคม; ຕລ; ຕຸລາ;
အောက်; အောက်တိုဘာ; ოქტ; ოქტომბერი; តុលា; 十月
""",
    """
an t samhain; aza; azaren; azaroa; azaroaren; de nov; de novembre; dhen t samhain; du; kas; kasım; lapkr;
lapkricio; lapkritis; lis; listopad; listopada; listopadu; marras; marraskuu; marraskuuta; nen; nentor; nob;
nobyembre; noiembrie; nov; novemba; novembar; november; novembra; novembre; novembris; novembro; novembru;
noviembre; noy; noyabr; samh; samhain; stu; studeni; studenoga; tach; tachwedd; thang 11; thg 11; νοε; νοεμβριοσ;
νοεμβριου; лист; листопад; листопада; ліс; лістапад; лістапада; нов; новембар; ное; ноември; ноя; нояб; ноябр;
ноябрь; ноября; қар; қараша; նոյ; նոյեմբեր; նոյեմբերի; בנובמבר; בנוב׳; נובמבר; נוב׳; تشرين الثاني; نوامبر; نوفمبر;
نومبر; نونبر; नवंबर; नव॰; नोभेम्बर; नोव्हें; नोव्हेंबर; নভে; নভেম্বর; ਨਵੰ; ਨਵੰਬਰ; નવે; નવેમ્બર; நவ; நவம்பர்; నవం;
నవంబర్; ನವೆಂ; ನವೆಂಬರ್; നവം; നവംബർ; ඉල්; พย; พฤศจิกายน; ພຈ; ພະຈິກ; နို; နိုဝင်ဘာ; ნოე; ნოემბერი; វិច្ឆិកា; 十一月
""",
    """
abe; abendua; abenduaren; aberen; an dubhlachd; ara; aralık; de des; de desembre; dec; decembar; december;
decembra; decembre; decembrie; decembris; decembro; dek; dekabr; des; desemba; desember; desembre; dets; detsember;
dez; dezember; dezembro; dhen dubhlachd; dhj; dhjetor; dic; dicembre; dicembru; diciembre; dis; disember;
disyembre; dubh; gru; grudnia; grudzien; gruod; gruodis; gruodzio; joulu; joulukuu; joulukuuta; kerzu; kzu; noll;
nollaig; pro; prosinac; prosinca; prosince; prosinec; rhag; rhagfyr; thang 12; thg 12; δεκ; δεκεμβριοσ; δεκεμβριου;
груд; грудень; грудня; дек; декабр; декабрь; декабря; декември; дец; децембар; жел; желтоқсан; сне; снежань;
снежня; դեկ; դեկտեմբեր; դեկտեմբերի; בדצמבר; בדצמ׳; דצמבר; דצמ׳; دجنبر; دسامبر; دسمبر; ديسمبر; كانون الأول; डिसें;
डिसेंबर; डिसेम्बर; दिसंबर; दिस॰; ডিসে; ডিসেম্বর; ਦਸੰ; ਦਸੰਬਰ; ડિસે; ડિસેમ્બર; டிச; டிசம்பர்; డిసెం; డిసెంబర్; ಡಿಸೆಂ;
ಡಿಸೆಂಬರ್; ഡിസം; ഡിസംബർ; උඳුවප්; ธค; ธันวาคม; ທວ; ທັນວາ; ဒီ; ဒီဇင်ဘာ; დეკ; დეკემბერი; ធ្នូ; 十二月
""",
)
WEEKDAY_WORDS = """
ah; ahad; ahd; al; alhamisi; an; antradienis; ao; aoine; ar; asteartea; asteazkena; astelehena; az; b; bazar;
bazar ertəsi; be; biy; biyernes; c; ca; car; carsamba; ce; cead; cet; cetrtek; ceturtd; ceturtdiena; cetvrtak; ch;
chor; chorshanba; chu nhat; ci; cmt; cn; cs; csutortok; ct; ctvrtek; cu; cum; cuma; cumartesi; cumə; cumə axsamı;
czw; czwartek; cərsənbə; cərsənbə axsamı; da; dc; de; de ceadaoin; de domhnaigh; de haoine; de luain; de mairt;
de sathairn; dear; deardaoin; den; denschdeg; dg; di; dia; diardaoin; dic; diciadain; did; didomhnaich; die;
dienstag; dih; dihaoine; dijous; dil; dilluns; diluain; dim; dimairt; dimanche; dimarts; dimecres; dinsdag; dis;
disathairne; dissabte; diumenge; divendres; dj; dl; do; dom; domenica; domh; domingo; don; donderdag; donnerstag;
donneschdeg; ds; dt; du; dum; duminica; dush; dushanba; dv; dydd gwener; dydd iau; dydd llun; dydd mawrth;
dydd mercher; dydd sadwrn; dydd sul; e; e diel; e enjte; e hene; e marte; e merkure; e premte; e shtune; enj; erb;
esmaspaev; fi; fim; fimmtudagur; fo; fos; fostudagur; fr; fre; fredag; freideg; freitag; fri; friday; friggjadagur;
gim; gio; giovedi; gw; gwe; gwen; gwener; h; ha; hen; hetfo; ho; hos; hosdagur; huw; huwebes; ia; iau; ig; igandea;
ijumaa; il-gimgħa; il-ħadd; il-ħamis; is; is-sibt; isn; isnin; it-tlieta; it-tnejn; je; jeu; jeudi; joi; ju; jue;
jueves; jum; juma; jumaat; jumamosi; jumanne; jumapili; jumat; jumatano; jumatatu; k; kam; kamis; ke; kedd;
keskiviikko; keskiviikkona; ketvirtadienis; kh; kha; khamis; kolmapaev; kt; l; l-erbgħa; la; larunbata; lau;
lauantai; lauantaina; laugardagur; laupaev; laurdag; le; ley; leygardagur; lin; linggo; ll; llun; lo; lor; lordag;
lr; lu; luan; lun; lundi; lunedi; lunes; luni; luns; lø; lør; lørdag; ma; maanantai; maanantaina; maandag; mairt;
man; manadagur; mandag; manudagur; mar; mardi; martedi; martes; marti; maw; me; mei; meindeg; mer; mercher;
mercoledi; mercores; mercredi; met; mettwoch; meu; meurzh; mi; mie; miercoles; miercuri; mik; mikudagur; min;
minggu; mittwoch; miy; miyerkules; mið; miðvikudagur; mo; mon; monday; montag; n; ne; ned; nedela; nedele; nedelja;
nedjelja; neljapaev; nie; niedz; niedziela; og; on; ons; onsdag; or; osteguna; ostirala; ot; otrd; otrdiena; p; pa;
patek; pay; payshanba; paz; pazar; pazartesi; pe; penktadienis; pentek; per; perjantai; perjantaina; persembe; pet;
petak; petek; pi; pia; piatek; piatok; piektd; piektdiena; pirmadienis; pirmd; pirmdiena; pk; pn; po; pon; pondeli;
pondelok; ponedeljak; ponedeljek; ponedjeljak; poniedziałek; pr; pre; pt; puhapaev; pzt; qua; quarta-feira; qui;
quinta-feira; r; ra; rab; rabu; reede; s; sa; sab; sabado; sabato; sabtu; sad; sadorn; sal; salı; sam; sambata;
samedi; samschdeg; samstag; sat; saterdag; sath; saturday; se; seg; segunda-feira; sekmadienis; sel; selasa; sen;
senin; sesh; seshanba; sestadienis; sestd; sestdiena; sex; sexta-feira; sh; shan; shanba; sht; sib; sk; so; sob;
sobota; son; sondag; sonndeg; sonntag; sr; sre; sreda; sri; srijeda; sro; sroda; st; streda; stvrtok; su; sub;
subota; sul; sun; sunday; sunnudagur; sunnuntai; sunnuntaina; sv; svetd; svetdiena; sze; szerda; szo; szombat; sø;
søn; søndag; sənbə; t; t2; t3; t4; t5; t6; t7; teisipaev; ter; terca-feira; th; thu; thu 2; thu 3; thu 4; thu 5;
thu 6; thu 7; thu ba; thu bay; thu hai; thu nam; thu sau; thu tu; thursday; ti; tiistai; tiistaina; tir; tirs;
tirsdag; tis; tisdag; tli; tne; to; tor; torek; tors; torsdag; torstai; torstaina; tr; treciadienis; tresd;
tresdiena; tu; tue; tuesday; ty; tys; tysdag; tysdagur; ut; utery; uto; utorak; utorok; v; vasarnap; ve; ven;
vendredi; venerdi; venres; vi; vie; viernes; vin; vineri; vr; vrijdag; vrydag; we; wed; wednesday; wo; woensdag;
wt; wto; wtorek; xo; xov; xoves; ya; yak; yakshanba; yaou; za; zaterdag; zo; zondag; þr; þri; þriðjudagur; ħad;
ħam; δε; δευ; δευτερα; κυ; κυρ; κυριακη; πα; παρ; παρασκευη; πε; πεμ; πεμπτη; σα; σαβ; σαββατο; τε; τετ; τεταρτη;
τρ; τρι; τριτη; ау; ауторак; беисенбі; беиш; беишемби; бс; бш; воскресенье; вс; вт; вто; вторник; вівторок; дс;
душанбе; дш; дшб; дүи; дүисенбі; дүишөмбү; жек; жексенбі; жекшемби; жм; жс; жума; жш; жұма; иш; ишемби; ишм; нд;
не; нед; недела; неделя; недеља; неділя; нядзеля; панядзелак; панҷшанбе; пе; пет; петак; петок; петък; пн; по; пон;
понеделник; понедельник; понедељак; понеділок; пт; пшб; пятница; пятниця; пятніца; саб; сабота; сб; сеисенбі;
сенбі; серада; середа; сешанбе; ср; сре; среда; сряда; сс; су; суб; суббота; субота; сшб; събота; сәрсенбі; ут;
уто; уторак; чацвер; че; чет; четвер; четверг; четвртак; четврток; четвъртък; чоршанбе; чт; чц; чшб; шанбе; шарш;
шаршемби; шеиш; шеишемби; шнб; шр; шш; якшанбе; яшб; ҷмъ; ҷумъа; եկ; երեքշաբթի; երկ; երկուշաբթի; երք; եք; կիր;
կիրակի; կր; հգ; հինգշաբթի; հնգ; շաբաթ; շբ; շբթ; ու; ուր; ուրբաթ; չորեքշաբթի; չրք; չք; א׳; ב׳; ג׳; ד׳; ה׳; ו׳;
יום א׳; יום ב׳; יום ג׳; יום ד׳; יום ה׳; יום ו׳; יום חמישי; יום ראשון; יום רביעי; יום שבת; יום שישי; יום שלישי;
יום שני; שבת; ש׳; اتوار; الاثنين; الأحد; الأربعاء; الثلاثاء; الجمعة; الخميس; السبت; أحد; أربعاء; إثنين; بدھ;
ثلاثاء; ج; جمعة; جمعرات; جمعه; جمعہ; خميس; دوشنبه; سبت; سهشنبه; ش; شنبه; منگل; پنجشنبه; پیر; چهارشنبه; ہفتہ;
یکشنبه; ۱ش; ۲ش; ۳ش; ۴ش; ۵ش; आइत; आइतबार; गु; गुरु; गुरुवार; बिहि; बिहिबार; बु; बुध; बुधबार; बुधवार; मं; मंगल;
मंगलवार; मंगळ; मंगळवार; मङ्गल; मङ्गलबार; र; रवि; रविवार; श; शनि; शनिबार; शनिवार; शु; शुक्र; शुक्रबार; शुक्रवार; सो;
सोम; सोमबार; सोमवार; বুঃ; বুধ; বুধবার; বৃঃ; বৃহস্পতি; বৃহস্পতিবার; মঃ; মঙ্গল; মঙ্গলবার; রঃ; রবি; রবিবার; শনি;
শনিবার; শুঃ; শুক্র; শুক্রবার; সোঃ; সোম; সোমবার; ਐਤ; ਐਤਵਾਰ; ਬੁੱਧ; ਬੁੱਧਵਾਰ; ਮੰਗ; ਮੰਗਲ; ਮੰਗਲਵਾਰ; ਵੀਰ; ਵੀਰਵਾਰ; ਸ਼ਨੀ;
ਸ਼ਨੀਵਾਰ; ਸ਼ੁੱਕ; ਸ਼ੁੱਕਰ; ਸ਼ੁੱਕਰਵਾਰ; ਸੋਮ; ਸੋਮਵਾਰ; ગુ; ગુરુ; ગુરુવાર; બુ; બુધ; બુધવાર; મં; મંગળ; મંગળવાર; ર; રવિ;
રવિવાર; શ; શનિ; શનિવાર; શુ; શુક્ર; શુક્રવાર; સો; સોમ; સોમવાર; ச; சனி; செ; செவ்; செவ்வாய்; ஞா; ஞாயி; ஞாயிறு; தி;
திங்; திங்கள்; பு; புத; புதன்; வி; வியா; வியாழன்; வெ; வெள்; வெள்ளி; ఆది; ఆదివారం; గురు; గురువారం; బుధ; బుధవారం; మం;
మంగళ; మంగళవారం; శని; శనివారం; శుక్ర; శుక్రవారం; సోమ; సోమవారం; ಗುರು; ಗುರುವಾರ; ಬುಧ; ಬುಧವಾರ; ಭಾನು; ಭಾನುವಾರ; ಮಂಗಳ;
ಮಂಗಳವಾರ; ಶನಿ; ಶನಿವಾರ; ಶುಕ್ರ; ಶುಕ್ರವಾರ; ಸೋಮ; ಸೋಮವಾರ; ചൊ; ചൊവ്വ; ചൊവ്വാഴ്ച; ഞാ; ഞായറാഴ്ച; ഞായർ; തി;
തിങ്കളാഴ്ച; തിങ്കൾ; ബു; ബുധനാഴ്ച; ബുധൻ; വെ; വെള്ളി; വെള്ളിയാഴ്ച; വ്യാ; വ്യാഴം; വ്യാഴാഴ്ച; ശ; ശനി; ശനിയാഴ്ച; අඟ;
අඟහ; අඟහරුවාදා; ඉරි; ඉරිදා; බදා; බදාදා; බ්‍රහ; බ්‍රහස්; බ්‍රහස්පතින්දා; සඳු; සඳුදා; සිකු; සිකුරාදා; සෙන; සෙනසුරාදා;
จ; จันทร์; พ; พฤ; พฤหัส; พุธ; วันจันทร์; วันพฤหัสบดี; วันพุธ; วันศุกร์; วันอังคาร; วันอาทิตย์; วันเสาร์; ศ; ศุกร์;
ส; อ; อังคาร; อา; อาทิตย์; เสาร์; ຈ; ຈັນ; ພ; ພຫ; ພະຫັດ; ພຸດ; ວັນຈັນ; ວັນພະຫັດ; ວັນພຸດ; ວັນສຸກ; ວັນອັງຄານ; ວັນອາທິດ;
ວັນເສົາ; ສ; ສຸ; ສຸກ; ອ; ອັງຄານ; ອາ; ອາທິດ; ເສົາ; ကြာ; ကြာသပတေး; ဂါ; စနေ; တနင်္ဂနွေ; တနင်္လာ; တေး; နေ; နွေ;
ဗုဒ္ဓဟူး; လာ; သောကြာ; ဟူး; အင်္ဂါ; კვ; კვი; კვირა; ოთ; ოთხ; ოთხშაბათი; ორ; ორშ; ორშაბათი; პარ; პარასკევი; პრ; სამ;
სამშაბათი; სმ; შაბ; შაბათი; შბ; ხთ; ხუთ; ხუთშაბათი; 금; 금요일; 목; 목요일; 수; 수요일; 월;
월요일; 일; 일요일; 토; 토요일; 화; 화요일; ច; ចន្ទ; ច័ន្ទ; ពុ; ពុធ; ព្រ; ព្រហ; ព្រហស្បតិ៍;
ស; សុ; សុក្រ; សៅរ៍; អ; អង្គារ; អា; អាទិត្យ; 一; 三; 二; 五; 六; 周一; 周三; 周二; 周五; 周六; 周四; 周日; 四; 土;
土曜日; 日; 日曜日; 星期一; 星期三; 星期二; 星期五; 星期六; 星期四; 星期日; 月; 月曜日; 木; 木曜日; 水; 水曜日; 火;
火曜日; 週一; 週三; 週二; 週五; 週六; 週四; 週日; 金; 金曜日
"""
AM_WORDS = """
dop; dopoldne; eparadites; moies; paradite; prieksp; priekspusdiena; priespiet; prijepodne; prp; πμ; дп; претпл;
таңкы; тң; ص; صباحًا; ق; قبلازظهر; قظ; पूर्वाह्न; පෙ; පෙව; ก่อนเที่ยง; ກ່ອນທ່ຽງ; နံနက်; 오전; 上午; 午前
"""
PM_WORDS = """
epasdites; nome; nomettes; odp; pasdite; pecp; pecpusd; pecpusdiena; pop; popiet; popodne; popoldne; ptg; μμ; попл;
пп; тк; түштөнкииинки; ب; بظ; بعدازظهر; م; مساءً; अपराह्न; ප; පව; หลังเที่ยง; ຫຼັງທ່ຽງ; ညနေ; 오후; 下午; 午後
"""
