import { deepestRegionLevel, type RegionStep } from '#domain/forms/kinds/region/region.ts';
import { useOpenOnTyping } from '../../../choices/use-open-on-typing.ts';
import { RegionBox } from '../../../regions/RegionBox.tsx';
import { useFormContext } from '../../form-context.ts';
import type { FieldEditorProps } from '../../kind-view.ts';

/** Shows the path of the chosen region; the dialog for choosing is loaded when it is opened. */
export function RegionField(props: FieldEditorProps<readonly RegionStep[]>) {
  const { control, disabled, field, onBlur, onChange, value } = props;
  const { level: maxLevel = deepestRegionLevel, minLevel = 1, placeholder = '请选择行政区划' } = field.props;
  const { RegionChooser } = useFormContext();
  const opening = useOpenOnTyping();
  const close = () => {
    opening.close();
    onBlur();
  };
  return (
    <>
      <RegionBox
        control={control}
        disabled={disabled}
        placeholder={placeholder}
        text={value.map((step) => step.name).join(' / ')}
        {...opening.box}
        onClear={() => onChange([])}
      />
      {opening.isOpen && RegionChooser && (
        <RegionChooser
          title={field.title}
          value={value}
          minLevel={minLevel}
          maxLevel={maxLevel}
          typedText={opening.typedText}
          onChoose={(steps) => {
            onChange(steps);
            close();
          }}
          onCancel={close}
          onLoadFailed={close}
        />
      )}
    </>
  );
}
