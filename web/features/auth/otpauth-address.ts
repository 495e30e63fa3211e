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
