/** Types of the functions of libheif that `heic-worker.ts` calls (end of `libheif-wasm/libheif.js`): the package has none. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  interface HeifPixels {
    data: Uint8ClampedArray;
    width: number;
    height: number;
  }

  interface HeifImage {
    /** Size after the rotations and crops that the file asks for. */
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Decodes into `pixels.data`, four bytes a pixel; calls back with null if that fails. */
    display(pixels: HeifPixels, done: (pixels: HeifPixels | null) => void): void;
  }

  interface Libheif {
    HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
  }

  export default function openLibheif(): Promise<Libheif>;
}
