/** Leftovers of the test files of one worker in the window that they share. */
interface Leftovers {
  /** Clear timers and remove listeners. */
  cleanups: (() => void)[];
  /** The properties of objects that tests replace by stubs, as they were before the first file. */
  properties: Map<object, PropertyDescriptorMap>;
}

// Modules are loaded anew for each file; the window stays.
const key = Symbol.for('banjian.leftovers');
const shared = globalThis as typeof globalThis & { [key]?: Leftovers };

const timers = [
  ['setTimeout', clearTimeout],
  ['setInterval', clearInterval],
] as const;

/** Records timers, listeners and stubs from the first file of this worker on. */
export function recordLeftovers(): void {
  if (shared[key]) return;
  const leftovers: Leftovers = { cleanups: [], properties: new Map() };
  shared[key] = leftovers;
  for (const [name, clear] of timers) {
    const start = globalThis[name] as (...args: unknown[]) => number;
    const startAndRecord = (...args: unknown[]) => {
      const timer = start(...args);
      leftovers.cleanups.push(() => clear(timer));
      return timer;
    };
    Object.assign(globalThis, { [name]: startAndRecord });
  }
  for (const target of [window, document]) {
    const add = target.addEventListener.bind(target) as Window['addEventListener'];
    target.addEventListener = (...args: Parameters<typeof add>) => {
      // React adds this one once to a document, and never again.
      if (args[0] !== 'selectionchange') leftovers.cleanups.push(() => target.removeEventListener(...args));
      add(...args);
    };
  }
  const prototypes = [Element, HTMLElement, HTMLDialogElement, HTMLAnchorElement, Storage].map(
    ({ prototype }) => prototype,
  );
  for (const object of [URL, document, navigator, document.documentElement, ...prototypes])
    leftovers.properties.set(object, Object.getOwnPropertyDescriptors(object));
}

/** Ends the timers, removes the listeners and undoes the stubs of the file that has ended. */
export function removeLeftovers(): void {
  const leftovers = shared[key];
  if (!leftovers) return;
  for (const cleanUp of leftovers.cleanups.splice(0)) cleanUp();
  for (const [object, originals] of leftovers.properties) {
    for (const [name, current] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
      const original = originals[name];
      // React marks the objects that it listens to, once.
      if (name.startsWith('_react') || isSame(current, original)) continue;
      if (original === undefined) Reflect.deleteProperty(object, name);
      else if (current.configurable) Object.defineProperty(object, name, original);
    }
  }
}

function isSame(one: PropertyDescriptor, other: PropertyDescriptor | undefined): boolean {
  return one.value === other?.value && one.get === other?.get && one.set === other?.set;
}
