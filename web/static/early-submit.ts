let submittedForm: HTMLFormElement | undefined;

/** Remembers a form that is submitted before it is hydrated, when submitting has no effect. */
export const watchEarlySubmit = () =>
  document.addEventListener(
    'submit',
    ({ target }) => {
      if (target instanceof HTMLFormElement) submittedForm = target;
    },
    { once: true },
  );

/** Submits the form again once it is hydrated. */
export const repeatEarlySubmit = () => {
  submittedForm?.requestSubmit();
  submittedForm = undefined;
};
