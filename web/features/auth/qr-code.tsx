import { encode } from 'uqr';

type Account = {
  /** What apps list the account under, beside the email. */
  readonly issuer: string;
  readonly email: string;
  /** Base32. */
  readonly secret: string;
};

/** The account as authenticator apps read it from a QR code (key URI format). */
export const otpauthAddress = ({ issuer, email, secret }: Account): string => {
  const name = encodeURIComponent(issuer);
  return `otpauth://totp/${name}:${encodeURIComponent(email)}?secret=${secret}&issuer=${name}`;
};

/** Modules of quiet zone around, as readers need it. */
const quiet = 4;

/** An account as a QR code, dark on light whatever the page's colours: many apps read no other. */
export const QrCode = ({ label, ...account }: Account & { readonly label: string }) => {
  const { size, data } = encode(otpauthAddress(account), { border: 0 });
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
