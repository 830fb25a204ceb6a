import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/** Forbids imports from `folders` (below src/) in files of one folder, with the reason shown to the developer. */
const direction = (files, folders, message) => ({
  files,
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: [{ group: folders.map((folder) => `**/${folder}/**`), message }] },
    ],
  },
});

const features = [
  'admin',
  'auth',
  'chatbot',
  'citizen-reports',
  'classification',
  'data-import',
  'health',
  'items',
  'rate-limits',
  'users',
  'vector-search',
];

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', 'data/'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', '*.mjs', 'scripts/*.mjs', 'scripts/*.cjs'] },
      },
    },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  { files: ['**/*.js', '**/*.mjs', '**/*.cjs'], ...tseslint.configs.disableTypeChecked },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  direction(
    ['src/context-broker/**/*.ts'],
    [...features, 'ngsi-ld', 'config'],
    'The embedded broker stands alone: it imports nothing from the service around it.',
  ),
  direction(['src/ngsi-ld/**/*.ts'], features, 'The broker port knows no feature.'),
  direction(
    features.map((feature) => `src/${feature}/**/*.ts`),
    ['context-broker'],
    'Features reach the broker only through ngsi-ld/.',
  ),
  direction(['src/common/**/*.ts'], [...features, 'ngsi-ld', 'context-broker'], 'common/ has no domain.'),
  prettier,
);
