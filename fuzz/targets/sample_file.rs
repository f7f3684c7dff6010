//! Files of training samples, packed or as text, survive a round trip.
#![no_main]

use nnue::Sample;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(samples) = Sample::read_all(bytes) else { return };
    let packed: Vec<u8> = samples.iter().flat_map(Sample::to_bytes).collect();
    assert_eq!(Sample::read_all(&packed).as_ref(), Ok(&samples));
    let text: Vec<String> = samples.iter().map(Sample::to_string).collect();
    let again = Sample::read_all(text.join("\n").as_bytes()).expect("our own lines read");
    assert_eq!(again.len(), samples.len());
    for (sample, again) in samples.iter().zip(&again) {
        // A line does not contain the number of the sample's game.
        assert_eq!(sample.to_string(), again.to_string());
    }
});
