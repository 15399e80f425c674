import { useQuery } from '@tanstack/react-query';
import { RegionInput } from '#web/toolkit/regions/RegionInput.tsx';
import { childRegions, officeParentPath, regionOfCode, searchRegions } from './portal-regions.ts';

/** Asks for a region stored as its code; the name is looked up. */
export function RegionCodeInput(props: {
  id?: string;
  value: string | undefined;
  placeholder?: string;
  disabled?: boolean;
  onChange: (code: string | undefined) => void;
}) {
  const { value } = props;
  const area = useQuery({
    ...regionOfCode(value ?? ''),
    enabled: value !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const unnamed = {
    id: value ?? '',
    code: value ?? '',
    name: value ?? '',
    fullname: value ?? '',
    level: 0,
    isLeaf: true,
  };
  return (
    <RegionInput
      id={props.id}
      placeholder={props.placeholder}
      disabled={props.disabled}
      value={value === undefined ? undefined : (area ?? unnamed)}
      load={childRegions}
      search={searchRegions}
      officePathQuery={officeParentPath}
      onChange={(region) => props.onChange(region?.code)}
    />
  );
}
