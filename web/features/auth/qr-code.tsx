import { encode } from 'uqr';

type Account = {
  /** Name that apps show with the email. */
  readonly issuer: string;
  readonly email: string;
  /** Base32. */
  readonly secret: string;
};

/** Returns the account as an `otpauth://` key URI, the format that authenticator apps scan. */
export const toOtpauthUri = ({ issuer, email, secret }: Account): string => {
  const name = encodeURIComponent(issuer);
  return `otpauth://totp/${name}:${encodeURIComponent(email)}?secret=${secret}&issuer=${name}`;
};

/** Width in modules of the blank margin that scanners require. */
const quietZone = 4;

/** QR code of an account, always dark on light because many apps cannot scan inverted codes. */
export const QrCode = ({ label, ...account }: Account & { readonly label: string }) => {
  const { size, data } = encode(toOtpauthUri(account), { border: 0 });
  const darkModules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const side = size + 2 * quietZone;
  return (
    <svg
      className="qr-code"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- inline SVG, because the content security policy blocks generated images
      role="img"
      aria-label={label}
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path fill="#ffffff" d={`M${-quietZone} ${-quietZone}h${side}v${side}h${-side}z`} />
      <path fill="#000000" d={darkModules.join('')} />
    </svg>
  );
};
