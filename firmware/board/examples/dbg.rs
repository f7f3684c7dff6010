use boardlink::*;
struct M(Vec<u8>);
impl Flash for M {
    type Error = ();
    fn pages(&self) -> u32 {
        64
    }
    fn page_size(&self) -> u32 {
        4096
    }
    fn read(&mut self, a: u32, b: &mut [u8]) -> core::result::Result<(), ()> {
        b.copy_from_slice(&self.0[a as usize..][..b.len()]);
        Ok(())
    }
    fn program(&mut self, a: u32, b: &[u8]) -> core::result::Result<(), ()> {
        self.0[a as usize..][..b.len()].copy_from_slice(b);
        Ok(())
    }
    fn erase(&mut self, _: u32) -> core::result::Result<(), ()> {
        Ok(())
    }
}
fn main() {
    let f = std::fs::read(std::env::args().nth(1).unwrap()).unwrap();
    let mut r = Ring::open(M(f.clone())).unwrap();
    let mut c = r.game();
    let mut n = 0;
    while let Some(e) = r.next(&mut c).unwrap() {
        n += 1;
        if n < 4 || n > 60 {
            println!("{e:?}");
        }
    }
    println!("{n}");
    let mut place = core::mem::MaybeUninit::uninit();
    let b = board::Board::boot(&mut place, M(f), *b"123456789012").unwrap();
    println!("booted");
    b.sense(0, sensing::Occupancy::from_rows([319, 2, 272, 469, 0, 256, 85, 19, 16, 473]));
    println!("sensed");
}
