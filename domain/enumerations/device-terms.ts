import { hasCode } from './code-list.ts';

/** Which counter device a staff member's window is linked to (S0 §7, S2 §7). */
export const DeviceType = {
  idCardReader: 1,
  scanner: 4,
} as const;
export type DeviceType = (typeof DeviceType)[keyof typeof DeviceType];

export const deviceTypeLabel: Record<DeviceType, string> = {
  [DeviceType.idCardReader]: '身份证读卡器',
  [DeviceType.scanner]: '扫描仪',
};

export function isDeviceType(value: unknown): value is DeviceType {
  return hasCode(DeviceType, value);
}

/** How initialising a device ended (S0 §8, S2 §4). */
export const DeviceResult = {
  initialised: 200,
  notStarted: 404,
  modelNotSupported: 400,
  error: 500,
} as const;
export type DeviceResult = (typeof DeviceResult)[keyof typeof DeviceResult];

export const deviceResultLabel: Record<DeviceResult, string> = {
  [DeviceResult.initialised]: '初始化成功',
  [DeviceResult.notStarted]: '设备未启动',
  [DeviceResult.modelNotSupported]: '设备型号不支持',
  [DeviceResult.error]: '设备异常',
};

export function isDeviceResult(value: unknown): value is DeviceResult {
  return hasCode(DeviceResult, value);
}
