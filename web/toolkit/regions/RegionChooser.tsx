import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { RegionStep } from '#domain/forms/kinds/region/region.ts';
import { isCallError, textOfFailure } from '#web/api/call-error.ts';
import { pageOwnerId } from '#web/api/session-token.ts';
import { useChoiceKeys } from '../choices/use-choice-keys.ts';
import { useDebounced } from '../choices/use-debounced.ts';
import { AppModal } from '../dialog/AppModal.tsx';
import { SkeletonRows } from '../feedback/ScreenSkeleton.tsx';
import { useFeedback } from '../feedback/use-feedback.ts';
import { FoundRegions, maxRows, RecentRegions } from './FoundRegions.tsx';
import { RegionLevels } from './RegionLevels.tsx';
import { keyOfPath, type RegionPath, readRecentRegions, storeRecentRegion } from './recent-regions.ts';
import type { Region } from './region.ts';
import styles from './region-chooser.module.css';
import type { RegionChooserProps } from './region-chooser-props.ts';
import { portalRegions, type RegionSources } from './region-sources.ts';

/** Pause after the last key before the search starts; short, because initials are typed quickly. */
const searchDelayMilliseconds = 250;

/**
 * Asks for one region of a form: by name, pinyin, initials or code; among recently chosen ones; or level by
 * level from the office's own county, on a phone one level at a time. A region that is deep enough is chosen
 * by one press.
 */
export function RegionChooser(props: RegionChooserProps & { sources?: RegionSources }) {
  const {
    title,
    value,
    minLevel,
    maxLevel,
    typedText = '',
    onChoose,
    onCancel,
    sources = portalRegions,
  } = props;
  const [text, setText] = useState(typedText);
  const searchText = useDebounced(text.trim(), searchDelayMilliseconds);
  const [path, setPath] = useState(() => (value.length > 0 ? regionsOf(value) : undefined));
  const office = useQuery({ ...sources.officePath, staleTime: Number.POSITIVE_INFINITY });
  const searchResult = useQuery({ ...sources.search(searchText), enabled: searchText !== '' });
  const [recent] = useState(() =>
    readRecentRegions(pageOwnerId()).filter(({ length }) => length >= minLevel && length <= maxLevel),
  );
  const feedback = useFeedback();
  const chooser = useRef<HTMLDivElement>(null);
  /** True if Enter was pressed before the results were loaded. */
  const [selectsFirst, setSelectsFirst] = useState(false);
  const id = useId();

  const isEnough = ({ level, isLeaf }: Region) => level >= minLevel || isLeaf;
  const choose = (steps: RegionPath) => {
    storeRecentRegion(pageOwnerId(), steps);
    onChoose(steps);
  };
  const selectRegion = async (region: Region) => {
    try {
      const fullPath = await sources.loadPath(region.id);
      if (isEnough(region)) return choose(stepsOf(fullPath));
      setPath(fullPath);
      setText('');
    } catch (failure) {
      feedback.warn(isCallError(failure) ? textOfFailure(failure) : '请求出错');
    }
  };

  const latestSelectRegion = useRef(selectRegion);
  latestSelectRegion.current = selectRegion;

  const officeName = office.data?.at(-1)?.fullname ?? '';
  const matches = useMemo(
    () =>
      nearestFirst(
        (searchResult.data ?? []).filter(({ level }) => level <= maxLevel),
        officeName,
      ),
    [searchResult.data, officeName, maxLevel],
  );
  const isSearching = text.trim() !== '';
  const visibleMatches = searchResult.error ? [] : matches.slice(0, maxRows);
  const rows = isSearching
    ? visibleMatches.map((region) => ({
        key: region.id,
        name: region.name,
        choose: () => void selectRegion(region),
      }))
    : recent.map((steps) => ({
        key: keyOfPath(steps),
        name: steps.at(-1)?.name ?? '',
        choose: () => choose(steps),
      }));
  const isFound = isSearching && searchText === text.trim() && !searchResult.isPending;
  const {
    active,
    setActive,
    onKeyDown: chooseByKey,
  } = useChoiceKeys({
    rows,
    marksFirst: isFound,
    onToggle: (row) => row.choose(),
    onConfirm: () => {
      if (isSearching && !isFound) setSelectsFirst(true);
      else rows[active]?.choose();
    },
    onMove: (place) => document.getElementById(`${id}-${place}`)?.scrollIntoView({ block: 'nearest' }),
  });
  useEffect(() => {
    if (!selectsFirst || !isFound) return;
    setSelectsFirst(false);
    const [nearest] = matches;
    if (nearest) void latestSelectRegion.current(nearest);
  }, [selectsFirst, isFound, matches]);
  /** After the last row, or without rows, arrow down moves to the levels. */
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !event.nativeEvent.isComposing && !event.altKey && !event.ctrlKey && !event.metaKey;
    const list = [
      ...(chooser.current?.querySelectorAll<HTMLElement>('[data-depth] [role="listbox"]') ?? []),
    ].at(-1);
    if (event.key !== 'ArrowDown' || !isPlain || isSearching || active < rows.length - 1 || !list)
      return chooseByKey(event);
    event.preventDefault();
    list.focus();
  };

  const openPath = path ?? office.data?.filter(({ level }) => level <= maxLevel);
  const last = openPath?.at(-1);
  const isPending = office.isPending && path === undefined;
  const listId = rows.length > 0 ? id : undefined;
  return (
    <AppModal
      open
      title={`选择${title}`}
      width={760}
      onCancel={onCancel}
      destroyOnHidden
      footer={
        last !== undefined && !isSearching && isEnough(last) ? (
          <Button type="primary" onClick={() => choose(stepsOf(openPath ?? []))}>
            选择“{last.name}”
          </Button>
        ) : null
      }
    >
      <div ref={chooser} className={styles.chooser}>
        <Input
          value={text}
          allowClear
          maxLength={40}
          prefix={<SearchOutlined aria-hidden="true" />}
          placeholder="搜索名称、拼音或首字母"
          role="combobox"
          aria-label="搜索行政区划"
          aria-controls={listId}
          aria-expanded={listId !== undefined}
          aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value);
            setActive(-1);
            setSelectsFirst(false);
          }}
        />
        {isSearching ? (
          <FoundRegions
            id={id}
            searchText={searchText}
            active={active}
            rows={matches}
            isPending={searchText === '' || searchResult.isPending}
            failure={searchResult.error}
            onRetry={() => void searchResult.refetch()}
            onChoose={(region) => void selectRegion(region)}
          />
        ) : (
          <>
            {recent.length > 0 && <RecentRegions id={id} active={active} rows={recent} onChoose={choose} />}
            {isPending ? (
              <SkeletonRows rows={8} rowHeight={32} />
            ) : (
              <RegionLevels
                loadChildren={sources.children}
                path={openPath ?? []}
                maxLevel={maxLevel}
                onPath={setPath}
                onChoose={(fullPath) => choose(stepsOf(fullPath))}
              />
            )}
          </>
        )}
      </div>
    </AppModal>
  );
}

const stepsOf = (path: readonly Region[]): RegionPath => path.map(({ code, name }) => ({ code, name }));

/**
 * Returns regions from the steps of a form; if two steps share a code, the id of the lower one contains its
 * level (docs/decisions/0002).
 */
function regionsOf(steps: readonly RegionStep[]): readonly Region[] {
  return steps.map(({ code, name }, place) => ({
    id: steps[place - 1]?.code === code ? `${code}-${place + 1}` : code,
    code,
    name,
    fullname: steps
      .slice(0, place + 1)
      .map((step) => step.name)
      .join(' '),
    level: place + 1,
    isLeaf: false,
  }));
}

/**
 * Returns the regions sorted by the length of the path shared with the office; otherwise the order of the
 * answer stays.
 */
function nearestFirst(regions: readonly Region[], office: string): readonly Region[] {
  const fullPath = office.split(' ');
  const sharedLength = ({ fullname }: Region) => {
    const names = fullname.split(' ');
    const divergence = fullPath.findIndex((name, place) => names[place] !== name);
    return divergence < 0 ? fullPath.length : divergence;
  };
  return [...regions].sort((left, right) => sharedLength(right) - sharedLength(left));
}
