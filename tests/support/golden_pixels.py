"""The sha256 of every degradation at severity 3 on the drawn receipt (seed 7, 150 dpi), and its version.

A change here is a change of pixels: raise the operation's version with it.
"""

from __future__ import annotations

GOLDEN = {
    "bleed_through": "1c1c8576bf9e1aa38f90d367fbf8ec040dd39a052299e91c18678d5ebfc9dd8b",
    "crumple": "cdedf96f505808b914f161ee1a3f93d58f4af39a35d31b05deb86382141b8e7b",
    "curl": "a8f13ac83079438ab2e5dd40e624363960ed2678fccc5697ff20645dea72381a",
    "defocus": "3f7a3f56c9ce23166a3138f923b713fe8a43c8e7425eab324502d73f0cd07cc0",
    "fax": "43e9116aa91f39a0ea2146b5b221020db9b052f9a8b05ebf830ae148f441fda3",
    "finger": "da8ddf3b914b4b94d7fe2145af23f6b0c151bea9332add711704959f964e42dd",
    "fold": "b1f6cd96342e68008d364e0a2dfcb66e3f8f40d2a1770b7d875601c9473d352b",
    "glare": "6e3fa37009068ba89f65aabb12c0fc811bea9e40d308445002c1506110c87ad1",
    "handwriting": "dc032a741ef329833d5b888878ea5fc8710fadf223694e5edfe11778ce692660",
    "ink_bleed": "4de10f45295e5624510ce2cc1d32a022c7ebce22ac8f8564410b8745dda195e2",
    "ink_thinning": "2e6f839f6b0e809af8bd5ce053357dbf9c68ec2928b438efd9cb2f4d6c66c9dd",
    "jpeg": "0af879ab30b46161eeafc8f3a4900ddf86a03e354c7d4d722d5158d941a82fc4",
    "low_contrast": "1c80816940c67c003201cc8e512eb46ae33e34a33d4804dfdc853ddf8c01f390",
    "low_light": "95045fc5381c8a292519f9864619d1877e81e862b9ceb62ee35ae3cbd9c51711",
    "low_resolution": "2f2ce43dc8e8f6c9ccf921ddf16df291a4e7f623182e9b90ab85d68c796bdd13",
    "moire": "5979a43a80d891379f954268a243b806afd36cd0ecf7007bb4cd61a0638fb1d7",
    "motion": "4cfd9c548a9bd8357108c98e83dabd21ebcf5362affe410491c9f71b36827e46",
    "noise": "955a6ca7faad25861510a05caebf2f71c445b7ae9ed5c2d0bee02617c92157ca",
    "perspective": "9cba0bd7e55ced415173e3873e6d77a1e2f2f20f2ad430701c63f5c37c87430f",
    "recompress": "d693f3c7c232b883907204567f6ff7057330a409504471ffbed5c4cdf266fd95",
    "scratches": "212fe94c7787e04b42e659d26f6cdf50ac44b0413547d153d04e5cbca7a7f806",
    "shadow": "17bcd19b32346c74735168c2b9c3bde8ae92cd9921778d8f96bc6f01124bc945",
    "skew": "28e7df47043c867987a5a789ba8a8a5d9e10c9d126be39934e3a7158983d8d77",
    "stains": "0b2421dbffd8ff32b3d80c71ddb5aea6de5ff103ee077360d6de6513533f875f",
    "thermal_fade": "994740b317c4f89f263ff845f472f65b7ce82733f7b3e61e8c56aba86813c2a2",
}

VERSIONS = dict.fromkeys(GOLDEN, 1) | {"defocus": 2, "motion": 2}
