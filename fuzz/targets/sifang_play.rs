//! Actions and options of sifang as text, played from a position and undone.
#![no_main]

const START: &str = "yB,yC,1,yM,1,yC,yB/2,yT,yI,yI,yI,yT,2/4,yF,yA,yF,4/bB,5,yA,5,gB/bC,bT,9,gT,gC/1,bI,bF,7,gF,gI,1/bM,bI,bA,bA,5,gA,gA,gI,gM/1,bI,bF,7,gF,gI,1/bC,bT,9,gT,gC/bB,5,rA,5,gB/4,rF,rA,rF,4/2,rT,rI,rI,rI,rT,2/rB,rC,1,rM,1,rC,rB r sw -/-/-/- 0 0";

libfuzzer_sys::fuzz_target!(|text: &str| fuzz::play(games::Variant::Sifang, START, text));
