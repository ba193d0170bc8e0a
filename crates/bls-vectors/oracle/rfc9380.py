"""Points published in RFC 9380: appendices J.9.1 (G1) and J.10.1 (G2).

For each message the coordinates x and y of P = hash_to_curve(message); a
coordinate of G2 is written c0,c1.
"""

MESSAGES = {
    "empty": "",
    "abc": "abc",
    "abcdef0123456789": "abcdef0123456789",
    "q128": "q128_" + "q" * 128,
    "a512": "a512_" + "a" * 512,
}

G1 = {
    "empty": {
        "x": "0x052926add2207b76ca4fa57a8734416c8dc95e24501772c8"
        "14278700eed6d1e4e8cf62d9c09db0fac349612b759e79a1",
        "y": "0x08ba738453bfed09cb546dbb0783dbb3a5f1f566ed67bb6b"
        "e0e8c67e2e81a4cc68ee29813bb7994998f3eae0c9c6a265",
    },
    "abc": {
        "x": "0x03567bc5ef9c690c2ab2ecdf6a96ef1c139cc0b2f284dca0"
        "a9a7943388a49a3aee664ba5379a7655d3c68900be2f6903",
        "y": "0x0b9c15f3fe6e5cf4211f346271d7b01c8f3b28be689c8429"
        "c85b67af215533311f0b8dfaaa154fa6b88176c229f2885d",
    },
    "abcdef0123456789": {
        "x": "0x11e0b079dea29a68f0383ee94fed1b940995272407e3bb91"
        "6bbf268c263ddd57a6a27200a784cbc248e84f357ce82d98",
        "y": "0x03a87ae2caf14e8ee52e51fa2ed8eefe80f02457004ba4d4"
        "86d6aa1f517c0889501dc7413753f9599b099ebcbbd2d709",
    },
    "q128": {
        "x": "0x15f68eaa693b95ccb85215dc65fa81038d69629f70aeee0d"
        "0f677cf22285e7bf58d7cb86eefe8f2e9bc3f8cb84fac488",
        "y": "0x1807a1d50c29f430b8cafc4f8638dfeeadf51211e1602a5f"
        "184443076715f91bb90a48ba1e370edce6ae1062f5e6dd38",
    },
    "a512": {
        "x": "0x082aabae8b7dedb0e78aeb619ad3bfd9277a2f77ba7fad20"
        "ef6aabdc6c31d19ba5a6d12283553294c1825c4b3ca2dcfe",
        "y": "0x05b84ae5a942248eea39e1d91030458c40153f3b654ab787"
        "2d779ad1e942856a20c438e8d99bc8abfbf74729ce1f7ac8",
    },
}

G2 = {
    "empty": {
        "x": "0x0141ebfbdca40eb85b87142e130ab689c673cf60f1a3e98d"
        "69335266f30d9b8d4ac44c1038e9dcdd5393faf5c41fb78a"
        ",0x05cb8437535e20ecffaef7752baddf98034139c38452458b"
        "aeefab379ba13dff5bf5dd71b72418717047f5b0f37da03d",
        "y": "0x0503921d7f6a12805e72940b963c0cf3471c7b2a524950ca"
        "195d11062ee75ec076daf2d4bc358c4b190c0c98064fdd92"
        ",0x12424ac32561493f3fe3c260708a12b7c620e7be00099a97"
        "4e259ddc7d1f6395c3c811cdd19f1e8dbf3e9ecfdcbab8d6",
    },
    "abc": {
        "x": "0x02c2d18e033b960562aae3cab37a27ce00d80ccd5ba4b7fe"
        "0e7a210245129dbec7780ccc7954725f4168aff2787776e6"
        ",0x139cddbccdc5e91b9623efd38c49f81a6f83f175e80b06fc"
        "374de9eb4b41dfe4ca3a230ed250fbe3a2acf73a41177fd8",
        "y": "0x1787327b68159716a37440985269cf584bcb1e621d3a7202"
        "be6ea05c4cfe244aeb197642555a0645fb87bf7466b2ba48"
        ",0x00aa65dae3c8d732d10ecd2c50f8a1baf3001578f71c694e"
        "03866e9f3d49ac1e1ce70dd94a733534f106d4cec0eddd16",
    },
    "abcdef0123456789": {
        "x": "0x121982811d2491fde9ba7ed31ef9ca474f0e1501297f68c2"
        "98e9f4c0028add35aea8bb83d53c08cfc007c1e005723cd0"
        ",0x190d119345b94fbd15497bcba94ecf7db2cbfd1e1fe7da03"
        "4d26cbba169fb3968288b3fafb265f9ebd380512a71c3f2c",
        "y": "0x05571a0f8d3c08d094576981f4a3b8eda0a8e771fcdcc8ec"
        "ceaf1356a6acf17574518acb506e435b639353c2e14827c8"
        ",0x0bb5e7572275c567462d91807de765611490205a941a5a6a"
        "f3b1691bfe596c31225d3aabdf15faff860cb4ef17c7c3be",
    },
    "q128": {
        "x": "0x19a84dd7248a1066f737cc34502ee5555bd3c19f2ecdb3c7"
        "d9e24dc65d4e25e50d83f0f77105e955d78f4762d33c17da"
        ",0x0934aba516a52d8ae479939a91998299c76d39cc0c035cd1"
        "8813bec433f587e2d7a4fef038260eef0cef4d02aae3eb91",
        "y": "0x14f81cd421617428bc3b9fe25afbb751d934a00493524bc4"
        "e065635b0555084dd54679df1536101b2c979c0152d09192"
        ",0x09bcccfa036b4847c9950780733633f13619994394c23ff0"
        "b32fa6b795844f4a0673e20282d07bc69641cee04f5e5662",
    },
    "a512": {
        "x": "0x01a6ba2f9a11fa5598b2d8ace0fbe0a0eacb65deceb476fb"
        "bcb64fd24557c2f4b18ecfc5663e54ae16a84f5ab7f62534"
        ",0x11fca2ff525572795a801eed17eb12785887c7b63fb77a42"
        "be46ce4a34131d71f7a73e95fee3f812aea3de78b4d01569",
        "y": "0x0b6798718c8aed24bc19cb27f866f1c9effcdbf92397ad64"
        "48b5c9db90d2b9da6cbabf48adc1adf59a1a28344e79d57e"
        ",0x03a47f8e6d1763ba0cad63d6114c0accbef65707825a511b"
        "251a660a9b3994249ae4e63fac38b23da0c398689ee2ab52",
    },
}
