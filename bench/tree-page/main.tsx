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

const emptySet: ReadonlySet<string> = new Set();
/** As many rows as fit the box. */
const visibleRowCount = 20;

function TreeView({ branchOf, opened }: { branchOf: BranchOf<Row & TreeItem>; opened: ReadonlySet<string> }) {
  const [open, setOpen] = useState(opened);
  return (
    <Tree
      label="机构"
      branchOf={branchOf}
      expandedIds={open}
      onExpandedChange={setOpen}
      chosen={emptySet}
      choice="many"
      onChoose={() => undefined}
    />
  );
}

const PlainList = ({ rows }: { rows: readonly Row[] }) => (
  <ul>
    {rows.map(({ id, name }) => (
      <li key={id}>{name}</li>
    ))}
  </ul>
);

/** Returns the milliseconds from passing the element to React until after the frame that shows it. */
async function measureRender(createElement: () => ReactNode): Promise<number> {
  const box = document.createElement('div');
  box.style.cssText = 'display: flex; width: 320px; height: 600px; overflow: auto';
  document.body.append(box);
  const root = createRoot(box);
  const startTime = performance.now();
  root.render(createElement());
  await new Promise<void>((painted) => {
    const waitForContent = () => {
      if (box.childElementCount === 0) requestAnimationFrame(waitForContent);
      else setTimeout(painted);
    };
    requestAnimationFrame(waitForContent);
  });
  const elapsedMs = performance.now() - startTime;
  root.unmount();
  box.remove();
  return elapsedMs;
}

Object.assign(window, {
  treeBench: {
    open: (rows: readonly Row[]) =>
      measureRender(() => (
        <TreeView branchOf={branchesOf(rows)} opened={new Set(rows.map(({ id }) => id))} />
      )),
    found: (rows: readonly Row[], keyword: string) =>
      measureRender(() => (
        <TreeView
          branchOf={branchesOf(
            rows.filter(({ name }) => name.includes(keyword)).map((row) => ({ ...row, parent: null })),
          )}
          opened={emptySet}
        />
      )),
    bare: (rows: readonly Row[], keyword: string) =>
      measureRender(() => <PlainList rows={rows.filter(({ name }) => name.includes(keyword))} />),
    limit: (rows: readonly Row[], keyword: string) =>
      measureRender(() => (
        <PlainList rows={rows.filter(({ name }) => name.includes(keyword)).slice(0, visibleRowCount)} />
      )),
  },
});
