import { computeModuleWidth, quietModules } from './paper.ts';
import type { Paper } from './paper.ts';

/** Height of a bar code in millimeters, on A4 and on a 62 mm label. */
const heightMm = { a4: 14, '62': 10 } as const;

type Props = {
  /** One character per module: 1 for a bar, 0 for a space. */
  readonly modules: string;
  readonly paper: Paper;
};

export const Barcode = ({ modules, paper }: Props) => {
  const moduleWidth = computeModuleWidth(modules.length, paper);
  if (moduleWidth === undefined) return null;
  const totalModules = modules.length + 2 * quietModules;
  return (
    <svg
      className="print-code"
      aria-hidden="true"
      width={`${(totalModules * moduleWidth).toFixed(3)}mm`}
      height={`${heightMm[paper]}mm`}
      viewBox={`0 0 ${totalModules} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      {[...modules.matchAll(/1+/g)].map(({ index, 0: bar }) => (
        <rect key={index} x={quietModules + index} width={bar.length} height="1" />
      ))}
    </svg>
  );
};
