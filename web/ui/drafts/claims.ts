/** A tab's sole right to a draft, until it is released or the tab goes, however it goes. */
export type Claim = {
  /** False where another tab has it. */
  readonly granted: Promise<boolean>;
  readonly release: () => void;
};

type Collaborators = {
  /** Only secure contexts have locks; elsewhere each claim is granted. */
  readonly locks: () => LockManager | undefined;
  /** A document that reloads may ask before the browser has noticed that the former one is gone. */
  readonly patienceMs: number;
};

/** Which tab fills in which draft. The browser keeps the locks, so that a tab that crashes or is put to sleep holds none. */
export const createClaims = ({ locks, patienceMs }: Collaborators) => ({
  take: (key: string): Claim => {
    const manager = locks();
    if (!manager) return { granted: Promise.resolve(true), release: () => undefined };
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const granted = new Promise<boolean>((answer) => {
      manager
        .request(key, { signal: AbortSignal.timeout(patienceMs) }, () => {
          answer(true);
          return released;
        })
        .catch(() => answer(false));
    });
    return { granted, release };
  },
  /** The keys of the drafts that are being filled in, in whichever tab. */
  taken: async (): Promise<ReadonlySet<string>> => {
    const { held = [] } = (await locks()?.query()) ?? {};
    return new Set(held.flatMap(({ name }) => name ?? []));
  },
});

export type Claims = ReturnType<typeof createClaims>;

export const claims = createClaims({ locks: () => navigator.locks, patienceMs: 1000 });
