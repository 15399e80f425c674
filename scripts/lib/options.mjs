import { commands } from './commands.mjs';
import { UserError } from './project.mjs';
import { findSimilarName } from './similar-name.mjs';

/** Thrown if a command was called wrongly, or with `--help`: contains all problems and the correct usage. */
export class UsageError extends UserError {
  constructor(name, problems) {
    const textIn = (language) => problems.map((problem) => problem[language]).join('\n');
    super(textIn('chinese'), textIn('english'));
    const usage = `用法  usage:\n  ${commands[name].usage.join('\n  ')}`;
    this.message = problems.length > 0 ? `${this.message}\n${usage}` : usage;
    this.exitCode = problems.length > 0 ? 2 : 0;
  }
}

/**
 * Returns the arguments of a command: the values of its options, and the other arguments. Throws one `UsageError`
 * with all problems at once; also for `--help`, which is not an error.
 */
export function readCommand(name, args, env = {}) {
  const { options = {}, positionals: expected = [], forwardsOptions } = commands[name];
  const upTo = args.indexOf('--') < 0 ? args.length : args.indexOf('--');
  if (args.slice(0, upTo).some((argument) => argument === '--help' || argument === '-h'))
    throw new UsageError(name, []);
  if (forwardsOptions) return { values: {}, positionals: args };
  const problems = findConsumedByNpm(name, options, env);
  const values = Object.fromEntries(
    Object.entries(options).map(([option, { takes, many }]) => [
      option,
      many ? [] : takes ? undefined : false,
    ]),
  );
  const positionals = args.slice(upTo + 1);
  for (let index = 0; index < upTo; index += 1) {
    const argument = args[index];
    if (!argument.startsWith('-') || argument === '-') {
      positionals.push(argument);
      continue;
    }
    const [optionName, ...rest] = argument.replace(/^--?/, '').split('=');
    const option = Object.hasOwn(options, optionName) ? options[optionName] : undefined;
    if (!option || !argument.startsWith('--')) {
      problems.push(unknownOption(argument.split('=')[0], optionName, Object.keys(options)));
      continue;
    }
    let value = rest.length > 0 ? rest.join('=') : undefined;
    if (!option.takes) {
      if (value !== undefined) problems.push(needlessValue(optionName));
      values[optionName] = true;
      continue;
    }
    // The next argument is the value, unless it begins like an option: folders and numbers never do.
    if (value === undefined && index + 1 < upTo && !args[index + 1].startsWith('--')) {
      index += 1;
      value = args[index];
    }
    const problem = checkValue(optionName, option, value);
    if (problem) problems.push(problem);
    else if (option.many) values[optionName].push(value);
    else values[optionName] = option.takes === 'text' ? value : Number(value);
  }
  problems.push(...checkPositionals(positionals, expected));
  if (problems.length > 0) throw new UsageError(name, problems);
  return { values, positionals };
}

function checkValue(name, { takes, minimum = 1 }, value) {
  if (value === undefined || value.trim() === '')
    return {
      chinese: `--${name} 后面缺少内容（如果来自变量，该变量没有设置）`,
      english: `--${name} needs a value (if it comes from a variable, the variable is not set)`,
    };
  if (takes === 'number' && !(/^\d{1,10}$/.test(value) && Number(value) >= minimum))
    return {
      chinese: `--${name} 须是不小于 ${minimum} 的整数，现在是“${value}”`,
      english: `--${name} takes a whole number from ${minimum} on, not "${value}"`,
    };
  if (takes === 'amount' && !(Number(value) > 0))
    return {
      chinese: `--${name} 须是大于 0 的数，现在是“${value}”`,
      english: `--${name} takes a number above 0, not "${value}"`,
    };
  return undefined;
}

function checkPositionals(positionals, expected) {
  const problems = expected.slice(positionals.length).map((name) => ({
    chinese: `缺少${name}`,
    english: `${name} is missing`,
  }));
  // An empty argument comes from an unset variable of a calling script, and does not mean the current folder.
  for (const [index, name] of expected.entries())
    if (positionals[index]?.trim() === '')
      problems.push({ chinese: `${name} 是空的`, english: `${name} is empty` });
  for (const argument of positionals.slice(expected.length))
    problems.push({ chinese: `多余的参数“${argument}”`, english: `"${argument}" is one argument too many` });
  return problems;
}

function unknownOption(option, optionName, known) {
  const nearest = findSimilarName(optionName, known);
  if (nearest !== undefined)
    return {
      chinese: `没有选项 ${option}，是否应为 --${nearest}？`,
      english: `There is no option ${option}: did you mean --${nearest}?`,
    };
  const list = known.map((name) => `--${name}`);
  return known.length > 0
    ? {
        chinese: `没有选项 ${option}，可用的有 ${list.join('、')}`,
        english: `There is no option ${option}, only ${list.join(', ')}`,
      }
    : { chinese: `没有选项 ${option}`, english: `There is no option ${option}` };
}

const needlessValue = (name) => ({
  chinese: `--${name} 后面不带内容`,
  english: `--${name} takes no value`,
});

/** Options of npm itself, which its configuration file may set. */
const npmOptions = ['json'];

/**
 * Finds options that npm does not forward: npm keeps the options before `--`, so that `npm run migrate
 * --check` would migrate. It leaves a trace in the environment.
 */
function findConsumedByNpm(name, options, env) {
  return Object.keys(options)
    .filter(
      (option) =>
        !npmOptions.includes(option) && env[`npm_config_${option.replaceAll('-', '_')}`] !== undefined,
    )
    .map((option) => ({
      chinese: `--${option} 要写在 -- 之后，否则由 npm 收走：npm run ${name} -- --${option} …`,
      english: `--${option} must be after --, or npm takes it: npm run ${name} -- --${option} …`,
    }));
}
