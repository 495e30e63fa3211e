/** Part of React's fiber tree that shows which components rendered. React DevTools reads it in the same way. */
type Fiber = {
  readonly flags: number;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly return: Fiber | null;
  readonly type: unknown;
  readonly stateNode: unknown;
};

/** React's flag for a component whose function ran. */
const performedWork = 1;

let onRender: ((element: Element) => void) | undefined;

/** Returns the element that a component renders, or the enclosing one if it renders none or several. */
const findElement = ({ child, return: parent, stateNode }: Fiber, isParent = false): Element | undefined => {
  if (stateNode instanceof Element) return stateNode;
  if (!isParent && child?.sibling === null) return findElement(child);
  return parent ? findElement(parent, true) : undefined;
};

const visit = (fiber: Fiber) => {
  const { alternate: previousFiber } = fiber;
  if (typeof fiber.type !== 'string' && (fiber.flags & performedWork) > 0) {
    const element = findElement(fiber);
    if (element) onRender?.(element);
  }
  // An unchanged child has not rendered in this commit, and its flags are stale.
  if (fiber.child === previousFiber?.child) return;
  for (let child = fiber.child; child; child = child.sibling) visit(child);
};

// React reads this hook when it loads, so `setup.ts` imports this file first.
Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    isDisabled: false,
    inject: () => 1,
    onCommitFiberRoot: (_: number, { current }: { readonly current: Fiber }) => {
      if (onRender) visit(current);
    },
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
  },
});

/** Returns the elements of the components that render while the callback runs, one for each render. */
export const collectRenders = async (callback: () => Promise<unknown>): Promise<Element[]> => {
  const elements: Element[] = [];
  onRender = (element) => elements.push(element);
  try {
    await callback();
  } finally {
    onRender = undefined;
  }
  return elements;
};
