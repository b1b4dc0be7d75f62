"""texrex (Schäfer): 37 features and a perceptron with one hidden layer."""
