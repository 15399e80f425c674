import { CloseCircleFilled, EnvironmentOutlined } from '@ant-design/icons';
import { useState } from 'react';
import type { QueryAs } from '#web/api/query-of.ts';
import { lazyPart } from '../page/lazy-part.tsx';
import styles from './pickers.module.css';
import type { LoadRegions, Region, SearchRegions } from './region.ts';

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
    <span className={styles.regionInput}>
      <button
        type="button"
        id={props.id}
        disabled={props.disabled}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {value === undefined ? (
          <span className={styles.regionPlaceholder}>{props.placeholder ?? '请选择'}</span>
        ) : (
          <span title={value.fullname}>{value.fullname}</span>
        )}
      </button>
      {value === undefined || props.disabled ? (
        <EnvironmentOutlined className={styles.regionSign} aria-hidden="true" />
      ) : (
        <button
          type="button"
          className={styles.regionClear}
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
