import { Global, Module } from '@nestjs/common';
import { Environment } from '../../config/environment';
import { loadTaxonomy } from './load-taxonomy';
import { Taxonomy } from './taxonomy';

/** Offers the city's {@link Taxonomy} everywhere. */
@Global()
@Module({
  providers: [
    {
      provide: Taxonomy,
      inject: [Environment],
      useFactory: ({ TAXONOMY_FILE }: Environment) => loadTaxonomy(TAXONOMY_FILE),
    },
  ],
  exports: [Taxonomy],
})
export class TaxonomyModule {}
