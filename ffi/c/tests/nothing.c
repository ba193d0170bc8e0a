// Whether a compiler has what a check needs.
int main(void) {
    return 0;
}
