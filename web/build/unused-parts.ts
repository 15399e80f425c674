import { changeLibraryFile, type LibraryChanges } from './library-changes.ts';

/**
 * Imports by which a file of a library loads a part that the portal does not use there, with what replaces them. A
 * bundler cannot leave them out: they are properties of a component, or share a file with the one function in use.
 */
const changes: LibraryChanges = new Map([
  // The whole form library, for one context of the dialogs.
  [
    /[\\/]antd[\\/]es[\\/]form[\\/]context\.js$/,
    [["from '@rc-component/form'", "from '@rc-component/form/es/FormContext'"]],
  ],
  // The whole form library again, for one line.
  [
    /[\\/]antd[\\/]es[\\/]radio[\\/]group\.js$/,
    [
      [
        "import { toNamePathStr } from '../form/hooks/useForm';",
        "import { toArray } from '../form/util';\nconst toNamePathStr = (name) => toArray(name).join('_');",
      ],
    ],
  ],
  [
    /[\\/]antd[\\/]es[\\/]input[\\/]index\.js$/,
    [
      ["import OTP from './OTP';", ''],
      ['Input.OTP = OTP;', ''],
    ],
  ],
  [
    /[\\/]antd[\\/]es[\\/]skeleton[\\/]Skeleton\.js$/,
    [
      ["import SkeletonButton from './Button';", ''],
      ["import SkeletonImage from './Image';", ''],
      ["import SkeletonInput from './Input';", ''],
      ["import SkeletonNode from './Node';", ''],
      ['Skeleton.Button = SkeletonButton;', ''],
      ['Skeleton.Input = SkeletonInput;', ''],
      ['Skeleton.Image = SkeletonImage;', ''],
      ['Skeleton.Node = SkeletonNode;', ''],
    ],
  ],
  // Short messages are used, notices at the edge of the window are not.
  [
    /[\\/]antd[\\/]es[\\/]app[\\/]App\.js$/,
    [["import useNotification from '../notification/useNotification';", 'const useNotification = () => [];']],
  ],
  // Texts for a missing locale: the portal always sets its own.
  [
    /[\\/]antd[\\/]es[\\/]locale[\\/]en_US\.js$/,
    [['export default localeValues;', "export { default } from './zh_CN';"]],
  ],
  // The compiler of styles: none are generated at run time (`antd-plugins.ts`).
  [
    /[\\/]@ant-design[\\/]cssinjs[\\/]es[\\/]hooks[\\/]useStyleRegister\.js$/,
    [
      [
        "import { compile, middleware, prefixer, serialize, stringify } from 'stylis';",
        "const [compile, middleware, prefixer, serialize, stringify] = Array(5).fill(() => '');",
      ],
    ],
  ],
]);

export const filesWithUnusedParts = [...changes.keys()];

/** Returns the file without its unused parts; throws if a text to be changed is no longer there. */
export function removeUnusedParts(file: string, code: string): string {
  return changeLibraryFile(changes, file, code);
}
