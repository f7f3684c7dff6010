/* The function from which Rust's standard library gets random numbers, for Wine before version 9,
   which lacks it. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *data, SIZE_T length)
{
    while (length > 0) {
        ULONG part = length < 4096 ? (ULONG)length : 4096;
        if (!RtlGenRandom(data, part))
            return FALSE;
        data += part;
        length -= part;
    }
    return TRUE;
}
