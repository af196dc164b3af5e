/* Calls one kernel of a library with the arguments in a file, and prints its results.

usage: try_kernels LIBRARY ARGUMENTS

`try_kernels.py` writes the file: the length of the symbol and the symbol; the number of arrays, and for
each its kind, its bytes and its contents; the number of words, and for each the array whose address it
is (or -1) and its value.  All numbers have 64 bits. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

typedef int32_t (*kernel)(int64_t *result, void **raised, int64_t *words);

static FILE *file;

static int64_t number(void) {
    int64_t value;
    if (fread(&value, sizeof value, 1, file) != 1) exit(3);
    return value;
}

static kernel found(const char *library, const char *symbol) {
#ifdef _WIN32
    HMODULE loaded = LoadLibraryA(library);
    void *address = loaded ? (void *)GetProcAddress(loaded, symbol) : NULL;
    if (!address) fprintf(stderr, "%s: error %lu\n", library, GetLastError());
#else
    void *loaded = dlopen(library, RTLD_NOW);
    void *address = loaded ? dlsym(loaded, symbol) : NULL;
    if (!address) fprintf(stderr, "%s\n", dlerror());
#endif
    if (!address) exit(4);
    return (kernel)address;
}

int main(int count, char **words_given) {
    if (count != 3 || !(file = fopen(words_given[2], "rb"))) return 2;
    int64_t length = number();
    char *symbol = calloc(1, length + 1);
    if (fread(symbol, 1, length, file) != (size_t)length) return 3;

    int64_t arrays = number();
    char **contents = calloc(arrays, sizeof *contents);
    int64_t *sizes = calloc(arrays, sizeof *sizes), *kinds = calloc(arrays, sizeof *kinds);
    for (int64_t one = 0; one < arrays; one++) {
        kinds[one] = number();
        sizes[one] = number();
        contents[one] = calloc(1, sizes[one] + 64);
        if (fread(contents[one], 1, sizes[one], file) != (size_t)sizes[one]) return 3;
    }
    int64_t size = number(), *words = calloc(size, sizeof *words);
    for (int64_t one = 0; one < size; one++) {
        int64_t array = number();
        words[one] = number();
        if (array >= 0) words[one] = (int64_t)(intptr_t)contents[array];
    }

    kernel call = found(words_given[1], symbol);
    int64_t result = 0;
    void *raised = NULL;
    clock_t start = clock();
    int32_t fault = call(&result, &raised, words);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("result %lld fault %d\n", (long long)result, (int)fault);
    for (int64_t one = 0; one < arrays; one++) {
        uint64_t hash = 14695981039346656037u; /* FNV-1a */
        for (int64_t at = 0; at < sizes[one]; at++)
            hash = (hash ^ (unsigned char)contents[one][at]) * 1099511628211u;
        printf("%c %lld %016llx\n", (char)kinds[one], (long long)one, (unsigned long long)hash);
    }
    printf("seconds %.3f\n", seconds);
    return 0;
}
