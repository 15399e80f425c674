import { RightOutlined } from '@ant-design/icons';
import { useRef } from 'react';
import { joinClasses } from '../styles/join-classes.ts';
import { phoneQuery, useMediaQuery } from '../styles/use-media-query.ts';
import { RegionLevel } from './RegionLevel.tsx';
import type { LoadRegions, Region } from './region.ts';
import styles from './region-chooser.module.css';

const levelLabels = ['省级', '市级', '区县', '乡镇街道'];

/** Shows the levels as lists side by side, on a phone one at a time under the path to it. */
export function RegionLevels(props: {
  loadChildren: LoadRegions;
  /** The open regions, from the province down. */
  path: readonly Region[];
  maxLevel: number;
  onPath: (path: readonly Region[]) => void;
  onChoose: (path: readonly Region[]) => void;
}) {
  const { loadChildren, path, maxLevel, onPath, onChoose } = props;
  const phone = useMediaQuery(phoneQuery);
  const box = useRef<HTMLDivElement>(null);
  const open = path.filter(({ isLeaf, level }) => !isLeaf && level < maxLevel);
  const depths = phone ? [open.length] : [...open, undefined].map((_, depth) => depth);
  const isEnd = (region: Region) => region.isLeaf || region.level >= maxLevel;
  const focusLevel = (depth: number) =>
    box.current?.querySelector<HTMLElement>(`[data-depth="${depth}"] [role="listbox"]`)?.focus();
  return (
    <div ref={box} className={joinClasses(styles.levels, phone && styles.oneLevel)}>
      {phone && (
        <nav aria-label="已选上级" className={styles.path}>
          <button type="button" onClick={() => onPath([])} disabled={open.length === 0}>
            全国
          </button>
          {open.map((region, depth) => (
            <span key={region.id}>
              <RightOutlined aria-hidden="true" />
              <button
                type="button"
                disabled={depth === open.length - 1}
                onClick={() => onPath(open.slice(0, depth + 1))}
              >
                {region.name}
              </button>
            </span>
          ))}
        </nav>
      )}
      {depths.map((depth) => (
        <RegionLevel
          key={open[depth - 1]?.id ?? 'top'}
          depth={depth}
          label={levelLabels[depth] ?? '下级'}
          loadChildren={loadChildren}
          parent={open[depth - 1]?.id}
          openId={path[depth]?.id}
          isEnd={isEnd}
          onLeft={() => focusLevel(depth - 1)}
          onRight={() => focusLevel(depth + 1)}
          onOpen={(region) => {
            const newPath = [...open.slice(0, depth), region];
            if (isEnd(region)) onChoose(newPath);
            else onPath(newPath);
          }}
        />
      ))}
    </div>
  );
}
