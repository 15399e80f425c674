import { CloseCircleFilled, EnvironmentOutlined } from '@ant-design/icons';
import { lazy, Suspense, useState } from 'react';
import type { LoadRegionPath, LoadRegions, Region, SearchRegions } from './region.ts';
import './pickers.css';

const RegionPicker = lazy(async () => ({ default: (await import('./RegionPicker.tsx')).RegionPicker }));

/** One region in a form or filter: shows its name, opens the picker, can be cleared. */
export function RegionInput(props: {
  id?: string;
  value: Region | undefined;
  placeholder?: string;
  disabled?: boolean;
  load: LoadRegions;
  search: SearchRegions;
  loadOffice?: LoadRegionPath;
  onChange: (region: Region | undefined) => void;
}) {
  const [open, setOpen] = useState(false);
  const { value } = props;
  return (
    <span className="region-input">
      <button
        type="button"
        id={props.id}
        disabled={props.disabled}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {value === undefined ? (
          <span className="region-placeholder">{props.placeholder ?? '请选择'}</span>
        ) : (
          <span title={value.fullname}>{value.fullname}</span>
        )}
      </button>
      {value === undefined || props.disabled ? (
        <EnvironmentOutlined className="region-sign" aria-hidden="true" />
      ) : (
        <button
          type="button"
          className="region-clear"
          aria-label="清除行政区划"
          onClick={() => props.onChange(undefined)}
        >
          <CloseCircleFilled aria-hidden="true" />
        </button>
      )}
      <Suspense>
        {open && (
          <RegionPicker
            open
            single
            load={props.load}
            search={props.search}
            loadOffice={props.loadOffice}
            value={value === undefined ? noRegions : [value]}
            onCancel={() => setOpen(false)}
            onConfirm={([region]) => {
              props.onChange(region);
              setOpen(false);
            }}
          />
        )}
      </Suspense>
    </span>
  );
}

const noRegions: readonly Region[] = [];
