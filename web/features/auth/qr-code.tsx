import { encode } from 'uqr';

type QrCodeProps = { readonly label: string; readonly text: string };

/** Modules of quiet zone around, as readers need it. */
const quiet = 4;

/** A text as a QR code, dark on light whatever the page's colours: many apps read no other. */
export const QrCode = ({ label, text }: QrCodeProps) => {
  const { size, data } = encode(text, { border: 0 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const side = size + 2 * quiet;
  return (
    <svg
      className="qr-code"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- inline, since the content policy takes no picture made here
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path fill="#ffffff" d={`M${-quiet} ${-quiet}h${side}v${side}h${-side}z`} />
      <path fill="#000000" d={dark.join('')} />
    </svg>
  );
};
