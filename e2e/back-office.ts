import { eventually } from '#scripts/local-cloud/testing/eventually.ts';

/**
 * Sends a provider event about a repair through the simulated provider's page, once the provider has received the repair. `type` is
 * `rma` or a state of the repair. A blank RMA number is generated.
 */
export const sendProviderEvent = async (id: string, type: string, rma = '') => {
  await eventually('the simulated provider receives the repair', async () => {
    const page = await fetch(`${process.env['PORTAL_BACK_OFFICE_URL'] ?? ''}/repairs.json`);
    return (await page.text()).includes(id);
  });
  const response = await fetch(`${process.env['PORTAL_BACK_OFFICE_URL'] ?? ''}/reports`, {
    method: 'POST',
    body: new URLSearchParams({ id, report: type, rma }),
    redirect: 'manual',
  });
  if (response.status !== 303)
    throw new Error(`The back office responded with ${response.status}: ${await response.text()}`);
};
