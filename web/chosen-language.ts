const markName = 'languageChosen';

/** Notes that the reader switched languages: from then on links keep theirs (acceptance, A2). */
export const noteChosenLanguage = () => {
  try {
    sessionStorage.setItem(markName, 'yes');
  } catch {
    // Without storage, links lead to the region's own language.
  }
};

export const hasChosenLanguage = (): boolean => {
  try {
    return sessionStorage.getItem(markName) !== null;
  } catch {
    return false;
  }
};
