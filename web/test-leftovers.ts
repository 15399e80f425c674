/** Leftovers of the test files of one worker in the window that they share. */
interface Leftovers {
  /** Ends timers and listeners. */
  ends: (() => void)[];
  /** The properties of objects that tests give stand-ins, as they were before the first file. */
  properties: Map<object, PropertyDescriptorMap>;
}

// Modules are loaded anew for each file; the window stays.
const key = Symbol.for('banjian.leftovers');
const shared = globalThis as typeof globalThis & { [key]?: Leftovers };

const timers = [
  ['setTimeout', clearTimeout],
  ['setInterval', clearInterval],
] as const;

/** Notes timers, listeners and stand-ins from the first file of this worker on. */
export function noteLeftovers(): void {
  if (shared[key]) return;
  const left: Leftovers = { ends: [], properties: new Map() };
  shared[key] = left;
  for (const [name, end] of timers) {
    const start = globalThis[name] as (...args: unknown[]) => number;
    const noted = (...args: unknown[]) => {
      const timer = start(...args);
      left.ends.push(() => end(timer));
      return timer;
    };
    Object.assign(globalThis, { [name]: noted });
  }
  for (const target of [window, document]) {
    const add = target.addEventListener.bind(target) as Window['addEventListener'];
    target.addEventListener = (...args: Parameters<typeof add>) => {
      // React adds this one once to a document, and never again.
      if (args[0] !== 'selectionchange') left.ends.push(() => target.removeEventListener(...args));
      add(...args);
    };
  }
  const prototypes = [Element, HTMLElement, HTMLDialogElement, HTMLAnchorElement, Storage].map(
    ({ prototype }) => prototype,
  );
  for (const object of [URL, document, navigator, document.documentElement, ...prototypes])
    left.properties.set(object, Object.getOwnPropertyDescriptors(object));
}

/** Ends the timers, removes the listeners and takes back the stand-ins of the file that has ended. */
export function removeLeftovers(): void {
  const left = shared[key];
  if (!left) return;
  for (const end of left.ends.splice(0)) end();
  for (const [object, before] of left.properties) {
    for (const [name, now] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
      const original = before[name];
      // React marks the objects that it listens to, once.
      if (name.startsWith('_react') || isSame(now, original)) continue;
      if (original === undefined) Reflect.deleteProperty(object, name);
      else if (now.configurable) Object.defineProperty(object, name, original);
    }
  }
}

function isSame(one: PropertyDescriptor, other: PropertyDescriptor | undefined): boolean {
  return one.value === other?.value && one.get === other?.get && one.set === other?.set;
}
