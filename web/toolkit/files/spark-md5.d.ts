/** The part of spark-md5 that we use; the package has no types. */
declare module 'spark-md5' {
  class ArrayBufferHash {
    append(piece: ArrayBuffer): this;
    /** Returns the digest in hexadecimal. */
    end(): string;
  }
  const SparkMD5: { ArrayBuffer: typeof ArrayBufferHash };
  export default SparkMD5;
}
