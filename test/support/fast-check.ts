import fc from 'fast-check';

/** The same cases in every run, so that a change is judged by what it changed; `PROPERTY_SEED=$RANDOM` tries others. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

export * from 'fast-check';
export default fc;
