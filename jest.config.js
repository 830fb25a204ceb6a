// Nest 12 and aedes are published as ES modules, which Jest on Node 20 must compile.
const shared = {
  testEnvironment: 'node',
  globalSetup: '<rootDir>/test/support/build.cjs',
  transform: {
    '^.+\\.[tj]s$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: ['/node_modules/(?!(@nestjs|aedes)/)'],
};

module.exports = {
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/src/**/*.spec.ts'] },
    { ...shared, displayName: 'e2e', testMatch: ['<rootDir>/test/**/*.e2e-spec.ts'] },
    // Needs Debian's redis-server, so it is no part of `npm test`: npm run test:redis.
    { ...shared, displayName: 'redis', testMatch: ['<rootDir>/test/**/*.redis-spec.ts'] },
    // Needs Chromium, so it is no part of `npm test`: npm run test:browser.
    { ...shared, displayName: 'browser', testMatch: ['<rootDir>/test/browser/*.browser-spec.ts'] },
  ],
  testTimeout: 30_000,
  // Tests wait for services of their own more than they compute.
  maxWorkers: '100%',
};
