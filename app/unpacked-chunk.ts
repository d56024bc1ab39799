/**
 * Bytes that a stream unpacks at a time. Each time costs a change of threads: with the 16 KiB that Node takes otherwise, these take
 * most of the time.
 */
export const unpackedChunk: number = 128 * 1024;
