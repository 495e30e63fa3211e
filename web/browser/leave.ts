/** Loads another document: only the sign-in page's content policy lets the captcha provider in, so one enters and leaves it this way. */
export const leaveFor = (path: string) => {
  if (new URL(path, location.href).href === location.href) location.reload();
  else location.assign(path);
};
