import { addLazyEntries, findNeededModules, type ModuleReader } from './screen-files.ts';

/** Length of source below which a file costs more on a slow connection than the bytes that are not needed. */
const minLength = 100_000;
/** Screens that people open first or most, and parts of every screen, for which an unneeded byte counts more. */
const frequent = /(Detail|Initiation|Home|Query|Dashboard)Screen|ReminderNotices|ReLoginDialog|ListViews/;
const weightOfFrequent = 10;
/** Share of an unneeded byte that counts if a screen loads it only with one of its later parts. */
const weightOfLazyPart = 0.05;

/** Screens, one bit each. */
type Screens = bigint;

/** Modules that share a file for another reason than their screens. */
interface OwnFile {
  has(id: string): boolean;
  /** True if only the screens that need it may load it: then no merge adds it to another screen. */
  onlyForItsScreens?: boolean;
}

/** Modules that share a file. */
interface Group {
  /** Screens that load the file to be shown. */
  initialScreens: Screens;
  /** Screens that load it at once or with their later parts. */
  allScreens: Screens;
  length: number;
  modules: readonly string[];
  /** Groups that are loaded with this one, because its modules import theirs. */
  needed: Set<Group>;
  /** True for an entry and for one of `ownFiles`, which have a file of their own. */
  isEntry: boolean;
  /** True if only the screens that need it may load it. */
  isStrict: boolean;
}

/**
 * Returns the group of each module that more than one of `screens` needs (module ids). By default the bundler
 * makes one file for each set of screens and dialogs that need a module, which are more than a hundred for one
 * screen; here small groups are merged with those that add the fewest unneeded bytes to the screens. `known` are
 * modules that have a file already; entries, which may be loaded alone, are in no group. The modules of each of
 * `ownFiles` stay together, and a group that needs them loads all of them.
 */
export function groupScreenModules(
  modules: ModuleReader,
  screens: readonly string[],
  known: ReadonlySet<string>,
  ownFiles: readonly OwnFile[] = [],
): Map<string, number> {
  const groups = mergeSmallGroups(
    initialGroups(modules, screens, { known, ownFiles }),
    screens.map((screen) => (frequent.test(screen) ? weightOfFrequent : 1)),
  );
  const shared = groups.filter(({ isEntry }) => !isEntry);
  return new Map(shared.flatMap((group, index) => group.modules.map((id): [string, number] => [id, index])));
}

/** Returns a group for each set of screens that needs a module, and one for each entry that several screens need. */
function initialGroups(
  modules: ModuleReader,
  screens: readonly string[],
  { known, ownFiles }: { known: ReadonlySet<string>; ownFiles: readonly OwnFile[] },
): Group[] {
  const screenIds = new Set(screens);
  const now = usersOf(screens, (screen) => findNeededModules([screen], modules));
  // Other screens that a screen leads to are not its parts.
  const later = usersOf(screens, (screen) =>
    findNeededModules(addLazyEntries([screen], modules, screenIds), modules),
  );
  const laterOf = (id: string) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  const entries = new Set([...screens, ...[...later.keys()].flatMap(laterOf)]);
  const groups = new Map<string, Group & { modules: string[] }>();
  const groupOf = new Map<string, Group>();
  for (const [id, users] of now) {
    const ownFile = ownFiles.findIndex((file) => file.has(id));
    if (ownFile < 0 && (isOneScreen(users) || known.has(id))) continue;
    const all = later.get(id) ?? users;
    const isEntry = entries.has(id) || ownFile >= 0;
    const key = ownFile >= 0 ? `file ${ownFile}` : isEntry ? id : `${users} ${all}`;
    const group = groups.get(key) ?? {
      initialScreens: users,
      allScreens: all,
      length: 0,
      modules: [],
      needed: new Set(),
      isEntry,
      isStrict: ownFiles[ownFile]?.onlyForItsScreens ?? false,
    };
    groups.set(key, group);
    group.initialScreens |= users;
    group.allScreens |= all;
    group.modules.push(id);
    group.length += modules.getModuleInfo(id)?.code?.length ?? 0;
    groupOf.set(id, group);
  }
  for (const group of groups.values())
    for (const id of findNeededModules(group.modules, modules)) {
      const needed = groupOf.get(id);
      if (needed) group.needed.add(needed);
    }
  return [...groups.values()];
}

const isOneScreen = (screens: Screens) => (screens & (screens - 1n)) === 0n;

/** Returns for each module the screens that need it. */
function usersOf(
  screens: readonly string[],
  findModules: (screen: string) => Iterable<string>,
): Map<string, Screens> {
  const users = new Map<string, Screens>();
  for (const [index, screen] of screens.entries())
    for (const id of findModules(screen)) users.set(id, (users.get(id) ?? 0n) | (1n << BigInt(index)));
  return users;
}

/** Merges the smallest group with the one that it suits best, until all are large enough. */
function mergeSmallGroups(groups: readonly Group[], weights: readonly number[]): readonly Group[] {
  const remaining = new Set(groups);
  /** Groups that suit no other. */
  const unmergeable = new Set<Group>();
  for (;;) {
    const mergeable = [...remaining].filter(({ isEntry }) => !isEntry);
    const candidates = mergeable.filter((group) => !unmergeable.has(group));
    if (candidates.length === 0) return [...remaining];
    const smallest = candidates.reduce((least, group) => (group.length < least.length ? group : least));
    if (smallest.length >= minLength) return [...remaining];
    let best: Group | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const other of mergeable) {
      if (other === smallest || isBetween(smallest, other) || isBetween(other, smallest)) continue;
      const loss = costOfMerge(smallest, other, weights) + costOfMerge(other, smallest, weights);
      if (loss < least) [best, least] = [other, loss];
    }
    if (best) merge(best, smallest, remaining);
    else unmergeable.add(smallest);
  }
}

/**
 * Checks for a third group on the way from one group to another: one file of both and the third would import
 * each other.
 */
function isBetween(from: Group, to: Group): boolean {
  for (const group of from.needed) if (group !== to && group.needed.has(to)) return true;
  return false;
}

/** Returns the unneeded bytes that the screens of `loader` would load if `group` were in the same file. */
function costOfMerge(group: Group, loader: Group, weights: readonly number[]): number {
  let loss = 0;
  for (const needed of [group, ...group.needed]) {
    if (needed === loader) continue;
    if (needed.isStrict && loader.initialScreens & ~needed.initialScreens) return Number.POSITIVE_INFINITY;
    loss += needed.length * weightOf(loader.initialScreens & ~needed.initialScreens, weights);
    loss += needed.length * weightOfLazyPart * weightOf(loader.allScreens & ~needed.allScreens, weights);
  }
  return loss;
}

function weightOf(screens: Screens, weights: readonly number[]): number {
  let weight = 0;
  for (let rest = screens, index = 0; rest > 0n; rest >>= 1n, index += 1)
    if (rest & 1n) weight += weights[index] ?? 0;
  return weight;
}

/** Moves everything of a group into another one, and adds its screens to all that is loaded with it. */
function merge(into: Group, from: Group, remaining: Set<Group>): void {
  remaining.delete(from);
  into.initialScreens |= from.initialScreens;
  into.allScreens |= from.allScreens;
  into.length += from.length;
  into.modules = [...into.modules, ...from.modules];
  for (const group of from.needed) into.needed.add(group);
  into.needed.delete(from);
  into.needed.delete(into);
  for (const group of remaining) {
    if (group === into || !(group.needed.has(from) || group.needed.has(into))) continue;
    group.needed.delete(from);
    for (const needed of [into, ...into.needed]) if (needed !== group) group.needed.add(needed);
  }
  for (const needed of into.needed) {
    needed.initialScreens |= into.initialScreens;
    needed.allScreens |= into.allScreens;
  }
}
