import type { Device as DeviceHistory } from '#shared/records/device.ts';
import { DevicePage } from '#web/features/records/device/device-page.tsx';
import type { DeviceKinds } from '#web/features/records/device/print-device.tsx';
import { toProductLabel, findProductPictogram, repairKind } from '#web/features/repairs/repair-kind.ts';
import { toLineLabel, returnKind } from '#web/features/returns/return-kind.ts';

const kinds: DeviceKinds = {
  repairs: repairKind,
  returns: returnKind,
  productText: ({ repairs, returns }: DeviceHistory, language) => {
    const repair = repairs.find(({ isOnlyAccessories }) => !isOnlyAccessories);
    if (repair) return toProductLabel(repair.product, language);
    return returns[0] && toLineLabel(returns[0].line, language);
  },
  findPictogram: ({ repairs: [repair], returns: [firstReturn] }) =>
    repair
      ? findProductPictogram(repair.product)
      : firstReturn && returnKind.findPictogram({ ...firstReturn, products: [firstReturn.line.product] }),
};

export const Device = () => <DevicePage kinds={kinds} />;
