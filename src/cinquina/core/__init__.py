"""What all games share: kernels, records, chance, the contract, text."""
