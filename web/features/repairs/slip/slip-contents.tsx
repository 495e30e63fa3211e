import type { Repair } from '#shared/repairs/repair.ts';
import type { Texts } from '#web/features/repairs/repair-labels.ts';

type Props = { readonly repair: Repair; readonly texts: Pick<Texts, 't'> };

/** What goes into the parcel and what doesn't, as the terms of sale say it. */
export const SlipContents = ({ repair: { isOnlyAccessories, accessories, rma }, texts: { t } }: Props) => {
  const device = () => {
    if (isOnlyAccessories) return t('repairs.slip.accessories');
    return accessories.length > 0 ? t('repairs.slip.productWithAccessories') : t('repairs.slip.product');
  };
  return (
    <section>
      <h2>{t('repairs.slip.include')}</h2>
      <ul>
        <li>{device()}</li>
        <li>{t('repairs.slip.proof')}</li>
        <li>{t('repairs.slip.slip')}</li>
      </ul>
      <p>{t('repairs.slip.keep')}</p>
      <p>{rma === null ? t('repairs.slip.rmaFollows') : t('repairs.slip.rmaOnParcel')}</p>
    </section>
  );
};
