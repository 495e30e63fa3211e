/** As much of React's tree as tells which components rendered. React's own developer tools read it in the same way. */
type Fiber = {
  readonly flags: number;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly return: Fiber | null;
  readonly type: unknown;
  readonly stateNode: unknown;
};

/** React's flag of a component whose function ran. */
const performedWork = 1;

let note: ((element: Element) => void) | undefined;

/** The element that a component shows, or the one around it where it shows none or several. */
const elementOf = ({ child, return: parent, stateNode }: Fiber, isParent = false): Element | undefined => {
  if (stateNode instanceof Element) return stateNode;
  if (!isParent && child?.sibling === null) return elementOf(child);
  return parent ? elementOf(parent, true) : undefined;
};

const visit = (fiber: Fiber) => {
  const { alternate: before } = fiber;
  if (typeof fiber.type !== 'string' && (fiber.flags & performedWork) > 0) {
    const element = elementOf(fiber);
    if (element) note?.(element);
  }
  // Below the same child nothing has rendered: its flags are those of an earlier commit.
  if (fiber.child === before?.child) return;
  for (let child = fiber.child; child; child = child.sibling) visit(child);
};

/** React looks for this when it is loaded: `setup.ts` imports this file first. */
Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    isDisabled: false,
    inject: () => 1,
    onCommitFiberRoot: (_: number, { current }: { readonly current: Fiber }) => {
      if (note) visit(current);
    },
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
  },
});

/** Returns the element of each component that renders meanwhile, once for each time. */
export const rendersDuring = async (work: () => Promise<unknown>): Promise<Element[]> => {
  const rendered: Element[] = [];
  note = (element) => rendered.push(element);
  try {
    await work();
  } finally {
    note = undefined;
  }
  return rendered;
};
