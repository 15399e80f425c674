import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Tree } from '#web/toolkit/tree/Tree.tsx';
import { type BranchOf, branchesOf, type TreeItem } from '#web/toolkit/tree/tree-lines.ts';

/** The page of `bench/tree.ts`: a tree, and the simplest lists of the same rows. */

interface Row {
  id: string;
  name: string;
  parent: string | null;
}

const nothing: ReadonlySet<string> = new Set();
/** As many rows as fit the box. */
const inSight = 20;

function Opened({ branchOf, opened }: { branchOf: BranchOf<Row & TreeItem>; opened: ReadonlySet<string> }) {
  const [open, setOpen] = useState(opened);
  return (
    <Tree
      label="机构"
      branchOf={branchOf}
      opened={open}
      onOpened={setOpen}
      chosen={nothing}
      choice="many"
      onChoose={() => undefined}
    />
  );
}

const Bare = ({ rows }: { rows: readonly Row[] }) => (
  <ul>
    {rows.map(({ id, name }) => (
      <li key={id}>{name}</li>
    ))}
  </ul>
);

/** Returns the milliseconds from passing the element to React until after the frame that shows it. */
async function timed(make: () => ReactNode): Promise<number> {
  const box = document.createElement('div');
  box.style.cssText = 'display: flex; width: 320px; height: 600px; overflow: auto';
  document.body.append(box);
  const root = createRoot(box);
  const began = performance.now();
  root.render(make());
  await new Promise<void>((painted) => {
    const inspect = () => {
      if (box.childElementCount === 0) requestAnimationFrame(inspect);
      else setTimeout(painted);
    };
    requestAnimationFrame(inspect);
  });
  const took = performance.now() - began;
  root.unmount();
  box.remove();
  return took;
}

Object.assign(window, {
  treeBench: {
    open: (rows: readonly Row[]) =>
      timed(() => <Opened branchOf={branchesOf(rows)} opened={new Set(rows.map(({ id }) => id))} />),
    found: (rows: readonly Row[], word: string) =>
      timed(() => (
        <Opened
          branchOf={branchesOf(
            rows.filter(({ name }) => name.includes(word)).map((row) => ({ ...row, parent: null })),
          )}
          opened={nothing}
        />
      )),
    bare: (rows: readonly Row[], word: string) =>
      timed(() => <Bare rows={rows.filter(({ name }) => name.includes(word))} />),
    limit: (rows: readonly Row[], word: string) =>
      timed(() => <Bare rows={rows.filter(({ name }) => name.includes(word)).slice(0, inSight)} />),
  },
});
