import { getConfig } from '#web/data/config.ts';

/** Placeholders in the prerendered documents for the repair provider's contact data, which depend on the stage. */
export const providerPlaceholders = { email: 'provider@stage.invalid', phone: '{phone}' } as const;

/** Fills the provider's contact data of this stage into a legal page. */
export const fillProvider = () => {
  const template = document.querySelector<HTMLTemplateElement>('#provider > template');
  if (!template) return;
  const { content } = template;
  const { name, address, email, phone } = getConfig().provider;
  const lines = [name, ...address].map((line) => {
    const element = document.createElement('div');
    element.textContent = line;
    return element;
  });
  content.querySelector('address')?.replaceChildren(...lines);
  const fillIn = (field: keyof typeof providerPlaceholders, value: string | undefined) => {
    const element = content.querySelector(`[data-provider=${field}]`);
    if (!element) return;
    if (value === undefined) element.remove();
    else element.textContent = element.textContent.replace(providerPlaceholders[field], () => value);
  };
  fillIn('email', email);
  fillIn('phone', phone);
  template.replaceWith(content);
};
