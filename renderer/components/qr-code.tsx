import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import styles from './qr-code.module.css';

interface Drawn {
  size: number;
  /** A square for each dark module, as the data of an SVG path. */
  path: string;
}

async function draw(text: string): Promise<Drawn> {
  const [{ prepareZXingModule, writeBarcode }, { default: program }] = await Promise.all([
    import('zxing-wasm/writer'),
    import('zxing-wasm/writer/zxing_writer.wasm?url'),
  ]);
  // By default zxing-wasm loads its program from a server on the network.
  prepareZXingModule({ overrides: { locateFile: () => program } });
  const { symbol, error } = await writeBarcode(text, { format: 'QRCode' });
  if (error !== '') throw new Error(error);
  const dark = [...symbol.data].flatMap((shade, at) =>
    shade === 0 ? [`M${at % symbol.width} ${Math.floor(at / symbol.width)}h1v1h-1z`] : [],
  );
  return { size: symbol.width, path: dark.join('') };
}

/** A QR code, for cameras only: its text must stand beside it. */
export function QrCode({ text }: { text: string }): ReactElement | null {
  const { data } = useQuery({
    queryKey: ['qr', text],
    queryFn: () => draw(text),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return null;
  return (
    <svg
      className={styles.code}
      aria-hidden
      viewBox={`0 0 ${data.size} ${data.size}`}
      shapeRendering="crispEdges"
    >
      <path d={data.path} />
    </svg>
  );
}
