/* What Rust's standard library asks Windows for chance with, for a Wine that does not have it (before
   its version 9): its own source of chance under that name. */
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
