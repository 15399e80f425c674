import { CloseCircleFilled } from '@ant-design/icons';
import { useState } from 'react';
import type { QueryAs } from '#web/api/query-of.ts';
import { lazyPart } from '../page/lazy-part.tsx';
import type { LoadRegions, Region, SearchRegions } from './region.ts';
import styles from './region-input.module.css';

const RegionPicker = lazyPart(async () => (await import('./RegionPicker.tsx')).RegionPicker);

/** One region in a form or filter: shows its name, opens the picker, can be cleared. */
export function RegionInput(props: {
  id?: string;
  value: Region | undefined;
  placeholder?: string;
  disabled?: boolean;
  load: LoadRegions;
  search: SearchRegions;
  office: QueryAs<readonly Region[]>;
  onChange: (region: Region | undefined) => void;
}) {
  const [open, setOpen] = useState(false);
  const { value } = props;
  return (
    <span className={styles.input}>
      <button
        type="button"
        id={props.id}
        disabled={props.disabled}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {value === undefined ? (
          <span className={styles.placeholder}>{props.placeholder ?? '请选择'}</span>
        ) : (
          <span title={value.fullname}>{value.fullname}</span>
        )}
      </button>
      {value === undefined || props.disabled ? (
        <PlaceSign />
      ) : (
        <button
          type="button"
          className={styles.clear}
          aria-label="清除行政区划"
          onClick={() => props.onChange(undefined)}
        >
          <CloseCircleFilled aria-hidden="true" />
        </button>
      )}
      {open && (
        <RegionPicker
          open
          single
          load={props.load}
          search={props.search}
          office={props.office}
          value={value === undefined ? noRegions : [value]}
          onCancel={() => setOpen(false)}
          onLost={() => setOpen(false)}
          onConfirm={([region]) => {
            props.onChange(region);
            setOpen(false);
          }}
        />
      )}
    </span>
  );
}

const noRegions: readonly Region[] = [];

/** Drawn here: the icon of the library would bring those of other screens into every list. */
function PlaceSign() {
  return (
    <span className={styles.sign}>
      <svg width="14" height="14" viewBox="0 0 14 14" fill="none" aria-hidden="true" focusable="false">
        <path
          d="M7 13S2 8.7 2 5.7a5 5 0 0 1 10 0C12 8.7 7 13 7 13z"
          stroke="currentColor"
          strokeWidth="1.2"
        />
        <circle cx="7" cy="5.7" r="1.8" stroke="currentColor" strokeWidth="1.2" />
      </svg>
    </span>
  );
}
