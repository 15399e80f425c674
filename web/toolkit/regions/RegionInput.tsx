import type { QueryAs } from '#web/api/query-of.ts';
import { useOpenOnTyping } from '../choices/use-open-on-typing.ts';
import { lazyPart } from '../lazy-parts/lazy-part.tsx';
import { RegionBox } from './RegionBox.tsx';
import type { LoadRegions, Region, SearchRegions } from './region.ts';

const RegionPicker = lazyPart(async () => (await import('./RegionPicker.tsx')).RegionPicker);

/** Asks for one region in a form or filter: shows its name, opens the picker, can be cleared. */
export function RegionInput(props: {
  id?: string;
  value: Region | undefined;
  placeholder?: string;
  disabled?: boolean;
  load: LoadRegions;
  search: SearchRegions;
  officePathQuery: QueryAs<readonly Region[]>;
  onChange: (region: Region | undefined) => void;
}) {
  const { isOpen, typedText, box, close } = useOpenOnTyping();
  const { value } = props;
  return (
    <>
      <RegionBox
        control={{ id: props.id }}
        disabled={props.disabled}
        placeholder={props.placeholder ?? '请选择'}
        text={value?.fullname ?? ''}
        {...box}
        onClear={() => props.onChange(undefined)}
      />
      {isOpen && (
        <RegionPicker
          open
          single
          load={props.load}
          search={props.search}
          officePathQuery={props.officePathQuery}
          value={value === undefined ? noRegions : [value]}
          typedText={typedText}
          onCancel={close}
          onLoadFailed={close}
          onConfirm={([region]) => {
            props.onChange(region);
            close();
          }}
        />
      )}
    </>
  );
}

const noRegions: readonly Region[] = [];
