import { canonicalRegionCode } from '../../../regions/region-code.ts';
import type { FieldKind } from '../kind.ts';

/** One level on the path from the province down. */
export interface RegionStep {
  code: string;
  name: string;
}

const levelName: Readonly<Record<number, string>> = { 1: '省', 2: '市', 3: '县（区）', 4: '乡镇（街道）' };
export const deepestRegionLevel = 4;

/**
 * The administrative division as its path from the province down; the names are stored so that old forms show
 * the names of their time.
 */
export const region: FieldKind<readonly RegionStep[]> = {
  component: 'region',
  empty: [],
  holdsValue: true,
  wide: false,
  takesOptions: false,
  holdsFiles: false,
  searchable: false,
  usableInCondition: false,
  textual: false,
  maskable: false,
  takesSeveral: () => false,
  normalise(raw) {
    if (raw === null) return [];
    if (!Array.isArray(raw)) return undefined;
    const steps: RegionStep[] = [];
    for (const step of raw) {
      if (!isRegionStep(step)) return undefined;
      steps.push({ code: canonicalRegionCode(step.code), name: step.name });
    }
    return steps;
  },
  isEmpty: (value) => value.length === 0,
  validate(value, { props }) {
    if (value.length === 0) return [];
    const { level = deepestRegionLevel, minLevel = 1 } = props;
    if (value.length > level) return [`请选择到${levelName[level] ?? level}一级`];
    return value.length < minLevel && !endsEarly(value)
      ? [`请至少选择到${levelName[minLevel] ?? minLevel}`]
      : [];
  },
  text: (value) => value.map((step) => step.name).join(''),
};

/**
 * Checks whether a region has no divisions below it: Taiwan, Hong Kong, Macao and 其他 (S2 Region data), and a
 * town under a city without counties.
 */
function endsEarly(value: readonly RegionStep[]): boolean {
  return /^(71|81|82|999)/.test(value[0]?.code ?? '') || (value.at(-1)?.code.length ?? 0) >= 9;
}

function isRegionStep(value: unknown): value is RegionStep {
  if (typeof value !== 'object' || value === null || !('code' in value) || !('name' in value)) return false;
  return typeof value.code === 'string' && /^\d{2,12}$/.test(value.code) && typeof value.name === 'string';
}
