/* Replaces a program for another processor if the kernel has no binfmt_misc: runs PROGRAM.real,
 * which is beside it, with the QEMU at /qemu.  Linked statically, for this machine. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **words) {
    char real[PATH_MAX + 8];
    ssize_t length = readlink("/proc/self/exe", real, PATH_MAX);
    if (length < 0) {
        perror("/proc/self/exe");
        return 127;
    }
    strcpy(real + length, ".real");
    char **call = calloc((size_t)count + 4, sizeof *call);
    if (call == NULL) return 127;
    call[0] = "/qemu";
    call[1] = "-0"; /* sets the program's name, by which Python finds its environment */
    call[2] = words[0];
    call[3] = real;
    memcpy(call + 4, words + 1, (size_t)(count - 1) * sizeof *call);
    execv(call[0], call);
    perror(call[0]);
    return 127;
}
